package dev.myriarch.artifact.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.artifact.Artifact;
import dev.myriarch.artifact.ArtifactId;
import dev.myriarch.artifact.PackageOffer;
import dev.myriarch.artifact.PackageOffers;
import dev.myriarch.base.SemanticVersion;
import dev.myriarch.base.Sha256;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PackageOfferStorePgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00.123456Z");
    private static final byte[] BUNDLE = "{\"b\":1}".getBytes(StandardCharsets.UTF_8);
    private static final AgentId UPDATER = new AgentId(new UUID(31, 1));
    private static final Optional<UUID> ROLLOUT = Optional.of(new UUID(31, 2));

    private final ArtifactStorePg artifacts = new ArtifactStorePg(DATABASE.database());
    private final PackageOfferStorePg store = new PackageOfferStorePg(DATABASE.database());
    private final DirectBus bus = new DirectBus();
    private final PackageOffers offers = new PackageOffers(store, bus);

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @BeforeEach
    void clear() {
        DATABASE.clear(List.of("package_offers", "artifacts", "agents"));
        register(UPDATER, "updater");
    }

    private static void register(AgentId id, String kind) {
        int hits =
                DATABASE.database()
                        .update(
                                """
                                INSERT INTO agents (id, kind, created_at, updated_at)
                                VALUES (?, ?, now(), now())
                                """,
                                parameters -> parameters.uuid(id.uuid()).text(kind));
        assertThat(hits).isEqualTo(1);
    }

    private Artifact planned(String version) {
        return artifacts.findOrCreate(
                Artifact.planned(
                        new ArtifactId(UUID.randomUUID()),
                        new Artifact.Key(
                                "otelcol-contrib",
                                SemanticVersion.parseStrict(version).orElseThrow(),
                                "linux",
                                "amd64"),
                        "otelcol-contrib_" + version + "_linux_amd64.tar.gz",
                        "https://example.com/" + version,
                        NOW));
    }

    private ArtifactId ready(String version) {
        Artifact planned = planned(version);
        assertThat(
                        artifacts.markVerified(
                                planned,
                                new Artifact.State.Ready(Sha256.hex(version), 3, true),
                                BUNDLE,
                                NOW))
                .isTrue();
        return planned.id();
    }

    private PackageOffer read() {
        return store.find(UPDATER).orElseThrow();
    }

    private boolean offer(ArtifactId artifact, Optional<PackageOffer> read) {
        return offers.offer(UPDATER, artifact, ROLLOUT, read, NOW);
    }

    private long told() {
        return bus.published().stream()
                .filter(new BusEvent.DesiredStateChanged(List.of(UPDATER))::equals)
                .count();
    }

    @Test
    void anOfferIsReadWithWhatIsPinnedOfItsArtifact() {
        assertThat(store.find(UPDATER)).isEmpty();
        ArtifactId artifact = ready("0.162.0");
        assertThat(offer(artifact, Optional.empty())).isTrue();
        assertThat(offers.find(UPDATER))
                .contains(
                        new PackageOffer(
                                UPDATER,
                                new PackageOffer.Content(
                                        artifact,
                                        SemanticVersion.parseStrict("0.162.0").orElseThrow(),
                                        Sha256.hex("0.162.0"),
                                        "otelcol-contrib_0.162.0_linux_amd64.tar.gz",
                                        Optional.of(Sha256.hex(BUNDLE))),
                                ROLLOUT,
                                NOW));
        assertThat(told()).isEqualTo(1);
    }

    @Test
    void anArtifactWithoutBundleHasNone() {
        Artifact planned = planned("0.162.0");
        artifacts.compareAndSet(planned, new Artifact.State.Ready(Sha256.hex("x"), 3, false), NOW);
        assertThat(offers.offer(UPDATER, planned.id(), Optional.empty(), Optional.empty(), NOW))
                .isTrue();
        assertThat(read().content().bundleSha256()).isEmpty();
        assertThat(read().rollout()).isEmpty();
    }

    @Test
    void onlyWhoKnowsTheOfferReplacesIt() {
        ArtifactId first = ready("0.162.0");
        ArtifactId second = ready("0.163.0");
        assertThat(offer(first, Optional.empty())).isTrue();
        PackageOffer old = read();
        assertThat(offer(second, Optional.empty())).as("there is one already").isFalse();
        assertThat(offer(second, Optional.of(old))).isTrue();
        assertThat(read().content().version()).hasToString("0.163.0");
        assertThat(offer(first, Optional.of(old))).as("it is another one by now").isFalse();
        assertThat(offers.withdraw(old)).as("it is another one by now").isFalse();
        assertThat(told()).as("what changed nothing is not told").isEqualTo(2);
    }

    @Test
    void anOfferThatIsMadeAgainIsALaterOne() {
        ArtifactId artifact = ready("0.162.0");
        assertThat(offer(artifact, Optional.empty())).isTrue();
        PackageOffer first = read();
        assertThat(offer(artifact, Optional.of(first))).isTrue();
        assertThat(read().offeredAt()).isAfter(first.offeredAt());
        assertThat(read().content()).isEqualTo(first.content());
        assertThat(told()).isEqualTo(2);
    }

    @Test
    void anOfferIsTakenBackOnce() {
        assertThat(offer(ready("0.162.0"), Optional.empty())).isTrue();
        PackageOffer offer = read();
        assertThat(offers.withdraw(offer)).isTrue();
        assertThat(store.find(UPDATER)).isEmpty();
        assertThat(offers.withdraw(offer)).isFalse();
        assertThat(offer(offer.content().artifact(), Optional.of(offer))).isFalse();
        assertThat(told()).isEqualTo(2);
    }

    @Test
    void whatIsNotReadyOrForNoUpdaterIsNotOffered() {
        assertThat(offer(planned("0.162.0").id(), Optional.empty())).as("not loaded").isFalse();
        assertThat(offer(new ArtifactId(new UUID(9, 9)), Optional.empty())).isFalse();
        AgentId collector = new AgentId(new UUID(31, 5));
        register(collector, "collector");
        ArtifactId ready = ready("0.163.0");
        assertThat(offers.offer(collector, ready, ROLLOUT, Optional.empty(), NOW)).isFalse();
        AgentId nobody = new AgentId(new UUID(31, 6));
        assertThat(offers.offer(nobody, ready, ROLLOUT, Optional.empty(), NOW)).isFalse();
        assertThat(bus.published()).isEmpty();
    }

    @Test
    void anOfferGoesWithItsUpdater() {
        assertThat(offer(ready("0.162.0"), Optional.empty())).isTrue();
        assertThat(
                        DATABASE.database()
                                .update(
                                        "DELETE FROM agents WHERE id = ?",
                                        parameters -> parameters.uuid(UPDATER.uuid())))
                .isEqualTo(1);
        assertThat(store.find(UPDATER)).isEmpty();
    }

    @Test
    void ofManyThatOfferAtOnceOneDoes() throws Exception {
        ArtifactId first = ready("0.162.0");
        ArtifactId second = ready("0.163.0");
        assertThat(winners(first, Optional.empty())).isEqualTo(1);
        assertThat(winners(second, Optional.of(read()))).isEqualTo(1);
        assertThat(told()).isEqualTo(2);
    }

    private int winners(ArtifactId artifact, Optional<PackageOffer> read) throws Exception {
        List<Future<Boolean>> attempts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 6; i++) {
                attempts.add(threads.submit(() -> offer(artifact, read)));
            }
        }
        int won = 0;
        for (Future<Boolean> attempt : attempts) {
            won += attempt.get() ? 1 : 0;
        }
        return won;
    }
}
