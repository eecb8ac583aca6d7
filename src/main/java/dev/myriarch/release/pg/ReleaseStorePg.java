package dev.myriarch.release.pg;

import dev.myriarch.base.SemanticVersion;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import dev.myriarch.db.StoredText;
import dev.myriarch.release.Release;
import dev.myriarch.release.ReleaseStore;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Table {@code releases}. Thread-safe. */
public final class ReleaseStorePg implements ReleaseStore {
    private static final String PUT =
            """
            INSERT INTO releases (distribution, version, version_major, version_minor,
              version_patch, prerelease, tag, url, published_at, assets, changes, found_at,
              updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (distribution, version) DO UPDATE SET
              tag = excluded.tag,
              url = excluded.url,
              published_at = excluded.published_at,
              assets = excluded.assets,
              changes = excluded.changes,
              updated_at = excluded.updated_at
            RETURNING (xmax = 0) AS inserted
            """;

    private static final String COLUMNS =
            """
            SELECT distribution, version, tag, url, published_at, assets::text AS assets,
              changes::text AS changes, found_at, acknowledged_by, acknowledged_at
            FROM releases WHERE distribution = ?
            """;

    private static final String FIND = COLUMNS + "AND version = ?";

    private static final String LIST =
            COLUMNS
                    + """
                    ORDER BY version_major DESC, version_minor DESC, version_patch DESC, prerelease
                    """;

    private static final String BETWEEN =
            COLUMNS
                    + """
                    AND (version_major, version_minor, version_patch) BETWEEN (?, ?, ?) AND (?, ?, ?)
                    """;

    private static final String ACKNOWLEDGE =
            """
            UPDATE releases SET acknowledged_by = ?, acknowledged_at = ?
            WHERE distribution = ? AND version = ? AND acknowledged_at IS NULL
            """;

    /** Prereleases of one triple have an order of their own, which SQL does not know. */
    private static final Comparator<Release> HIGHEST_FIRST =
            Comparator.comparing(Release::version).reversed();

    private final Jdbc jdbc;

    public ReleaseStorePg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public boolean put(Release release, Instant now) {
        SemanticVersion version = release.version();
        return jdbc.one(
                        PUT,
                        parameters ->
                                parameters
                                        .text(release.distribution())
                                        .text(version.toString())
                                        .bigint(version.major())
                                        .bigint(version.minor())
                                        .bigint(version.patch())
                                        .bool(version.isPrerelease())
                                        .text(StoredText.of(release.publication().tag()))
                                        .text(StoredText.of(release.publication().url()))
                                        .instant(release.publication().publishedAt())
                                        .json(ReleaseJson.assets(release.assets()))
                                        .json(ReleaseJson.changes(release.changes()))
                                        .instant(release.foundAt())
                                        .instant(now),
                        row -> row.bool("inserted"))
                .orElseThrow(() -> new IllegalStateException("an upsert returned no row"));
    }

    @Override
    public Optional<Release> find(String distribution, SemanticVersion version) {
        return jdbc.one(
                FIND,
                parameters -> parameters.text(distribution).text(version.toString()),
                ReleaseStorePg::release);
    }

    @Override
    public List<Release> list(String distribution) {
        return jdbc
                .list(LIST, parameters -> parameters.text(distribution), ReleaseStorePg::release)
                .stream()
                .sorted(HIGHEST_FIRST)
                .toList();
    }

    @Override
    public List<Release> between(String distribution, SemanticVersion from, SemanticVersion to) {
        return jdbc
                .list(
                        BETWEEN,
                        parameters ->
                                parameters
                                        .text(distribution)
                                        .bigint(from.major())
                                        .bigint(from.minor())
                                        .bigint(from.patch())
                                        .bigint(to.major())
                                        .bigint(to.minor())
                                        .bigint(to.patch()),
                        ReleaseStorePg::release)
                .stream()
                .filter(release -> release.version().compareTo(from) > 0)
                .filter(release -> release.version().compareTo(to) <= 0)
                .sorted(HIGHEST_FIRST)
                .toList();
    }

    @Override
    public boolean acknowledge(
            String distribution, SemanticVersion version, String by, Instant now) {
        return jdbc.update(
                        ACKNOWLEDGE,
                        parameters ->
                                parameters
                                        .text(by)
                                        .instant(now)
                                        .text(distribution)
                                        .text(version.toString()))
                == 1;
    }

    private static Release release(Row row) {
        return new Release(
                row.text("distribution"),
                SemanticVersion.parseStrict(row.text("version"))
                        .orElseThrow(
                                () -> new IllegalStateException("a stored version is no version")),
                new Release.Publication(
                        row.text("tag"), row.text("url"), row.instant("published_at")),
                ReleaseJson.readAssets(row.text("assets")),
                ReleaseJson.readChanges(row.text("changes")),
                row.instant("found_at"),
                row.optionalText("acknowledged_by")
                        .map(by ->
                                new Release.Acknowledgement(by, row.instant("acknowledged_at"))));
    }
}
