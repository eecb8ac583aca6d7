package dev.myriarch.artifact.pg;

import dev.myriarch.artifact.Artifact;
import dev.myriarch.artifact.ArtifactId;
import dev.myriarch.artifact.ArtifactStore;
import dev.myriarch.base.SemanticVersion;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import dev.myriarch.db.StoredText;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Table {@code artifacts}. Thread-safe. */
public final class ArtifactStorePg implements ArtifactStore {
    private static final String INSERT =
            """
            INSERT INTO artifacts (id, distribution, version, os, arch, file_name, source_url,
              status, created_at, updated_at, used_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)
            ON CONFLICT (distribution, version, os, arch) DO NOTHING
            """;

    private static final String SELECT =
            """
            SELECT id, distribution, version, os, arch, file_name, source_url, status, sha256, size,
              verified, error, created_at, updated_at, used_at
            FROM artifacts
            """;

    private static final String FIND = SELECT + "WHERE id = ?";

    private static final String FIND_KEY =
            SELECT + "WHERE distribution = ? AND version = ? AND os = ? AND arch = ?";

    /** What is pinned stays: an upstream that changes a release does not change a host. */
    private static final String CHANGE =
            """
            UPDATE artifacts SET status = ?, sha256 = COALESCE(?, sha256), size = COALESCE(?, size),
              verified = verified OR ?, bundle = COALESCE(?, bundle), error = ?,
              updated_at = GREATEST(?, updated_at + interval '1 microsecond')
            WHERE id = ? AND updated_at = ?
              AND (sha256 IS NULL OR ?::text IS NULL OR sha256 = ?)
            """;

    private static final String BUNDLE =
            "SELECT bundle FROM artifacts WHERE id = ? AND bundle IS NOT NULL";

    private static final String TOUCH =
            "UPDATE artifacts SET used_at = GREATEST(used_at, ?) WHERE id = ?";

    private static final Comparator<Artifact> ORDER =
            Comparator.comparing((Artifact artifact) -> artifact.key().distribution())
                    .thenComparing(artifact -> artifact.key().version(), Comparator.reverseOrder())
                    .thenComparing(artifact -> artifact.key().os())
                    .thenComparing(artifact -> artifact.key().arch());

    private final Jdbc jdbc;

    public ArtifactStorePg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Artifact findOrCreate(Artifact planned) {
        Artifact.Key key = planned.key();
        // No hit means that the key is stored already.
        jdbc.update(
                INSERT,
                parameters ->
                        parameters
                                .uuid(planned.id().uuid())
                                .text(key.distribution())
                                .text(key.version().toString())
                                .text(key.os())
                                .text(key.arch())
                                .text(StoredText.of(planned.fileName()))
                                .text(StoredText.of(planned.sourceUrl()))
                                .instant(planned.createdAt())
                                .instant(planned.createdAt())
                                .instant(planned.createdAt()));
        return find(key).orElseThrow(() -> new IllegalStateException("the artifact vanished"));
    }

    @Override
    public Optional<Artifact> find(ArtifactId id) {
        return jdbc.one(FIND, parameters -> parameters.uuid(id.uuid()), ArtifactStorePg::artifact);
    }

    @Override
    public Optional<Artifact> find(Artifact.Key key) {
        return jdbc.one(
                FIND_KEY,
                parameters ->
                        parameters
                                .text(key.distribution())
                                .text(key.version().toString())
                                .text(key.os())
                                .text(key.arch()),
                ArtifactStorePg::artifact);
    }

    @Override
    public List<Artifact> list() {
        return jdbc.list(SELECT, Jdbc.Binder.NONE, ArtifactStorePg::artifact).stream()
                .sorted(ORDER)
                .toList();
    }

    @Override
    public boolean compareAndSet(Artifact read, Artifact.State next, Instant now) {
        if (next instanceof Artifact.State.Ready ready && ready.verified()) {
            throw new IllegalArgumentException("a verified artifact has a bundle");
        }
        return change(read, next, null, now);
    }

    @Override
    public boolean markVerified(
            Artifact read, Artifact.State.Ready ready, byte[] bundle, Instant now) {
        return change(read, ready, bundle, now);
    }

    private boolean change(
            Artifact read, Artifact.State next, byte @Nullable [] bundle, Instant now) {
        Columns columns = Columns.of(next);
        return jdbc.update(
                        CHANGE,
                        parameters ->
                                parameters
                                        .text(columns.status())
                                        .text(columns.sha256())
                                        .optionalBigint(columns.size())
                                        .bool(bundle != null)
                                        .bytes(bundle)
                                        .text(StoredText.of(columns.error()))
                                        .instant(now)
                                        .uuid(read.id().uuid())
                                        .instant(read.updatedAt())
                                        .text(columns.sha256())
                                        .text(columns.sha256()))
                == 1;
    }

    @Override
    public Optional<byte[]> bundle(ArtifactId id) {
        return jdbc.one(
                BUNDLE, parameters -> parameters.uuid(id.uuid()), row -> row.bytes("bundle"));
    }

    @Override
    public boolean touch(ArtifactId id, Instant now) {
        return jdbc.update(TOUCH, parameters -> parameters.instant(now).uuid(id.uuid())) == 1;
    }

    private static Artifact artifact(Row row) {
        return new Artifact(
                new ArtifactId(row.uuid("id")),
                new Artifact.Key(
                        row.text("distribution"),
                        SemanticVersion.parseStrict(row.text("version"))
                                .orElseThrow(() ->
                                        new IllegalStateException(
                                                "a stored version is no version")),
                        row.text("os"),
                        row.text("arch")),
                row.text("file_name"),
                row.text("source_url"),
                state(row),
                row.instant("created_at"),
                row.instant("updated_at"),
                row.instant("used_at"));
    }

    private static Artifact.State state(Row row) {
        String status = row.text("status");
        return switch (status) {
            case "pending" -> new Artifact.State.Pending();
            case "downloading" -> new Artifact.State.Downloading();
            case "ready" ->
                    new Artifact.State.Ready(
                            row.text("sha256"), row.bigint("size"), row.bool("verified"));
            case "failed" -> new Artifact.State.Failed(row.text("error"));
            default -> throw new IllegalStateException("an artifact is " + status);
        };
    }

    /** A state as columns. */
    private record Columns(
            String status, @Nullable String sha256, @Nullable Long size, String error) {
        static Columns of(Artifact.State state) {
            return switch (state) {
                case Artifact.State.Pending() -> new Columns("pending", null, null, "");
                case Artifact.State.Downloading() -> new Columns("downloading", null, null, "");
                case Artifact.State.Ready(String sha256, long bytes, _) ->
                        new Columns("ready", sha256, bytes, "");
                case Artifact.State.Failed(String error) ->
                        new Columns("failed", null, null, error);
            };
        }
    }
}
