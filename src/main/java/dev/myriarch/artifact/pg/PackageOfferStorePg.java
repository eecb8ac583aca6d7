package dev.myriarch.artifact.pg;

import dev.myriarch.artifact.ArtifactId;
import dev.myriarch.artifact.PackageOffer;
import dev.myriarch.artifact.PackageOfferStore;
import dev.myriarch.base.SemanticVersion;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Table {@code package_offers}; the only package has an empty name. Thread-safe. */
public final class PackageOfferStorePg implements PackageOfferStore {
    /** A bundle is too large to be read with every look at an offer. */
    private static final String FIND =
            """
            SELECT agent_id, package_offers.version, artifact_id, rollout_id, offered_at, sha256,
              file_name, encode(sha256(bundle), 'hex') AS bundle_sha256
            FROM package_offers JOIN artifacts ON artifacts.id = artifact_id
            WHERE agent_id = ? AND name = ''
            """;

    private static final String INSERT =
            """
            INSERT INTO package_offers (agent_id, name, version, artifact_id, rollout_id, offered_at)
            SELECT agents.id, '', artifacts.version, artifacts.id, ?::uuid, ?
            FROM agents, artifacts
            WHERE agents.id = ? AND agents.kind = 'updater'
              AND artifacts.id = ? AND artifacts.status = 'ready'
            ON CONFLICT (agent_id, name) DO NOTHING
            """;

    private static final String REPLACE =
            """
            UPDATE package_offers SET version = artifacts.version, artifact_id = artifacts.id,
              rollout_id = ?, offered_at = GREATEST(?, offered_at + interval '1 microsecond')
            FROM agents, artifacts
            WHERE agent_id = ? AND name = '' AND artifact_id = ? AND offered_at = ?
              AND agents.id = agent_id AND agents.kind = 'updater'
              AND artifacts.id = ? AND artifacts.status = 'ready'
            """;

    private static final String REMOVE =
            """
            DELETE FROM package_offers
            WHERE agent_id = ? AND name = '' AND artifact_id = ? AND offered_at = ?
            """;

    private final Jdbc jdbc;

    public PackageOfferStorePg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Optional<PackageOffer> find(AgentId updater) {
        return jdbc.one(
                FIND, parameters -> parameters.uuid(updater.uuid()), PackageOfferStorePg::offer);
    }

    @Override
    public boolean put(
            AgentId updater,
            ArtifactId artifact,
            Optional<UUID> rollout,
            Optional<PackageOffer> read,
            Instant now) {
        return read.map(offer -> replace(offer, updater, artifact, rollout, now))
                .orElseGet(() -> insert(updater, artifact, rollout, now));
    }

    private boolean insert(
            AgentId updater, ArtifactId artifact, Optional<UUID> rollout, Instant now) {
        return jdbc.update(
                        INSERT,
                        parameters ->
                                parameters
                                        .uuid(rollout.orElse(null))
                                        .instant(now)
                                        .uuid(updater.uuid())
                                        .uuid(artifact.uuid()))
                == 1;
    }

    private boolean replace(
            PackageOffer read,
            AgentId updater,
            ArtifactId artifact,
            Optional<UUID> rollout,
            Instant now) {
        return jdbc.update(
                        REPLACE,
                        parameters ->
                                parameters
                                        .uuid(rollout.orElse(null))
                                        .instant(now)
                                        .uuid(updater.uuid())
                                        .uuid(read.content().artifact().uuid())
                                        .instant(read.offeredAt())
                                        .uuid(artifact.uuid()))
                == 1;
    }

    @Override
    public boolean remove(PackageOffer read) {
        return jdbc.update(
                        REMOVE,
                        parameters ->
                                parameters
                                        .uuid(read.updater().uuid())
                                        .uuid(read.content().artifact().uuid())
                                        .instant(read.offeredAt()))
                == 1;
    }

    private static PackageOffer offer(Row row) {
        return new PackageOffer(
                new AgentId(row.uuid("agent_id")),
                new PackageOffer.Content(
                        new ArtifactId(row.uuid("artifact_id")),
                        SemanticVersion.parseStrict(row.text("version"))
                                .orElseThrow(() ->
                                        new IllegalStateException(
                                                "a stored version is no version")),
                        row.text("sha256"),
                        row.text("file_name"),
                        row.optionalText("bundle_sha256")),
                row.optionalUuid("rollout_id"),
                row.instant("offered_at"));
    }
}
