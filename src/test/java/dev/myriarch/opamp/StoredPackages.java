package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.artifact.Artifact;
import dev.myriarch.artifact.ArtifactId;
import dev.myriarch.artifact.DownloadAddresses;
import dev.myriarch.artifact.DownloadTokens;
import dev.myriarch.artifact.PackageOffer;
import dev.myriarch.artifact.PackageOffers;
import dev.myriarch.artifact.pg.ArtifactStorePg;
import dev.myriarch.artifact.pg.PackageOfferStorePg;
import dev.myriarch.base.SemanticVersion;
import dev.myriarch.base.Sha256;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.db.Database;
import dev.myriarch.domain.AgentId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Artifacts that are ready, and offers of them. Confined to one test. */
final class StoredPackages {
    static final DownloadTokens TOKENS = new DownloadTokens(new byte[32], Duration.ofHours(24));
    static final String INNER = "http://myriarch.svc:8080";

    private final ArtifactStorePg artifacts;
    private final PackageOfferStorePg store;
    private final PackageOffers offers;

    StoredPackages(Database database, EventBus bus) {
        artifacts = new ArtifactStorePg(database);
        store = new PackageOfferStorePg(database);
        offers = new PackageOffers(store, bus);
    }

    /** What an OpAMP server on this database is given. */
    static OpampPorts.Packages ports(Database database) {
        return new OpampPorts.Packages(
                new PackageOfferStorePg(database),
                new ArtifactStorePg(database)::bundle,
                new DownloadAddresses("https://fleet.example.com", List.of(INNER)),
                TOKENS);
    }

    /** An artifact that was loaded and verified. */
    ArtifactId ready(String version) {
        Artifact planned =
                artifacts.findOrCreate(
                        Artifact.planned(
                                new ArtifactId(
                                        UUID.nameUUIDFromBytes(
                                                version.getBytes(StandardCharsets.UTF_8))),
                                new Artifact.Key(
                                        "otelcol-contrib",
                                        SemanticVersion.parseStrict(version).orElseThrow(),
                                        "linux",
                                        "amd64"),
                                file(version),
                                "https://example.com/" + version,
                                Fixture.NOW));
        if (planned.state() instanceof Artifact.State.Pending) {
            assertThat(
                            artifacts.markVerified(
                                    planned,
                                    new Artifact.State.Ready(Sha256.hex(version), 3, true),
                                    bundle(version),
                                    Fixture.NOW))
                    .isTrue();
        }
        return planned.id();
    }

    static String file(String version) {
        return "otelcol-contrib_" + version + "_linux_amd64.tar.gz";
    }

    static byte[] bundle(String version) {
        return ("{\"bundle\":\"" + version + "\"}").getBytes(StandardCharsets.UTF_8);
    }

    /** Offers a version, or offers it once more. */
    PackageOffer offer(AgentId updater, String version, Instant now) {
        assertThat(
                        offers.offer(
                                updater,
                                ready(version),
                                Optional.empty(),
                                offers.find(updater),
                                now))
                .isTrue();
        return offers.find(updater).orElseThrow();
    }

    void withdraw(AgentId updater) {
        assertThat(offers.withdraw(offers.find(updater).orElseThrow())).isTrue();
    }
}
