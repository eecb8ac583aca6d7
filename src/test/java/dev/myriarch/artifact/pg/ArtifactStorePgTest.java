package dev.myriarch.artifact.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.artifact.Artifact;
import dev.myriarch.artifact.Artifact.State;
import dev.myriarch.artifact.ArtifactId;
import dev.myriarch.base.SemanticVersion;
import dev.myriarch.testing.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArtifactStorePgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final String HASH = "ab".repeat(32);

    private final ArtifactStorePg store = new ArtifactStorePg(DATABASE.database());

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @AfterEach
    void clear() {
        DATABASE.clear(List.of("artifacts", "package_offers"));
    }

    @Test
    void thereIsOneArtifactOfEachKey() {
        Artifact first = store.findOrCreate(planned(1, "0.162.0", "amd64"));
        assertThat(first).isEqualTo(planned(1, "0.162.0", "amd64"));
        assertThat(store.findOrCreate(planned(2, "0.162.0", "amd64"))).isEqualTo(first);
        assertThat(store.find(first.id())).contains(first);
        assertThat(store.find(first.key())).contains(first);
        assertThat(store.find(new ArtifactId(new UUID(1, 2)))).isEmpty();
    }

    @Test
    void ofManyReplicasThatWantToFetchOneDoes() throws Exception {
        Artifact artifact = store.findOrCreate(planned(1, "0.162.0", "amd64"));
        List<Future<Boolean>> attempts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 6; i++) {
                attempts.add(
                        threads.submit(
                                () -> store.compareAndSet(artifact, new State.Downloading(), NOW)));
            }
        }
        int won = 0;
        for (Future<Boolean> attempt : attempts) {
            won += attempt.get() ? 1 : 0;
        }
        assertThat(won).isEqualTo(1);
        assertThat(read(artifact).state()).isEqualTo(new State.Downloading());
    }

    @Test
    void thePinnedHashStays() {
        Artifact artifact = store.findOrCreate(planned(1, "0.162.0", "amd64"));
        byte[] bundle = {'{', '}'};
        assertThat(store.bundle(artifact.id())).isEmpty();
        assertThat(store.markVerified(artifact, new State.Ready(HASH, 3, true), bundle, NOW))
                .isTrue();
        assertThat(read(artifact).state()).isEqualTo(new State.Ready(HASH, 3, true));
        assertThat(store.bundle(artifact.id()).orElseThrow()).isEqualTo(bundle);

        Artifact ready = read(artifact);
        assertThat(store.compareAndSet(ready, new State.Ready("cd".repeat(32), 4, false), NOW))
                .isFalse();
        assertThat(store.compareAndSet(ready, new State.Failed("gone"), NOW)).isTrue();
        assertThat(read(artifact).state()).isEqualTo(new State.Failed("gone"));
        assertThat(
                        store.compareAndSet(
                                read(artifact), new State.Ready("cd".repeat(32), 4, false), NOW))
                .isFalse();
        assertThat(store.compareAndSet(read(artifact), new State.Ready(HASH, 3, false), NOW))
                .isTrue();
        assertThat(read(artifact).state()).isEqualTo(new State.Ready(HASH, 3, true));
    }

    @Test
    void onlyABundleMakesAnArtifactVerified() {
        Artifact artifact = store.findOrCreate(planned(1, "0.162.0", "amd64"));
        assertThatThrownBy(() -> store.compareAndSet(artifact, new State.Ready(HASH, 3, true), NOW))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(store.compareAndSet(artifact, new State.Ready(HASH, 3, false), NOW)).isTrue();
        assertThat(read(artifact).state()).isEqualTo(new State.Ready(HASH, 3, false));
    }

    @Test
    void useIsRemembered() {
        Artifact artifact = store.findOrCreate(planned(1, "0.162.0", "amd64"));
        assertThat(store.touch(artifact.id(), NOW.plusSeconds(9))).isTrue();
        assertThat(store.touch(artifact.id(), NOW.plusSeconds(3))).isTrue();
        assertThat(read(artifact).usedAt()).isEqualTo(NOW.plusSeconds(9));
        assertThat(store.touch(new ArtifactId(new UUID(9, 9)), NOW)).isFalse();
    }

    @Test
    void listsBeginWithTheHighestVersion() {
        store.findOrCreate(planned(1, "0.9.0", "amd64"));
        store.findOrCreate(planned(2, "0.162.0", "arm64"));
        store.findOrCreate(planned(3, "0.162.0", "amd64"));
        assertThat(store.list())
                .extracting(artifact -> artifact.key().version() + " " + artifact.key().arch())
                .containsExactly("0.162.0 amd64", "0.162.0 arm64", "0.9.0 amd64");
    }

    private Artifact read(Artifact artifact) {
        return store.find(artifact.id()).orElseThrow();
    }

    private static Artifact planned(int number, String version, String arch) {
        return Artifact.planned(
                new ArtifactId(new UUID(1, number)),
                new Artifact.Key(
                        "otelcol-contrib",
                        SemanticVersion.parseStrict(version).orElseThrow(),
                        "linux",
                        arch),
                "otelcol-contrib.tar.gz",
                "https://example.com/otelcol-contrib.tar.gz",
                NOW);
    }
}
