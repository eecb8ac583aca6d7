package dev.myriarch.release.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.SemanticVersion;
import dev.myriarch.release.Release;
import dev.myriarch.testing.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReleaseStorePgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final String CONTRIB = "otelcol-contrib";
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private final ReleaseStorePg store = new ReleaseStorePg(DATABASE.database());

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @AfterEach
    void clear() {
        DATABASE.clear(List.of("releases"));
    }

    @Test
    void aReleaseIsReadBackAsItWasStored() {
        Release release = release("0.162.0");
        assertThat(store.put(release, NOW)).isTrue();
        assertThat(store.find(CONTRIB, version("0.162.0"))).contains(release);
        assertThat(store.find("opampsupervisor", version("0.162.0"))).isEmpty();
    }

    @Test
    void anotherPollKeepsWhenItWasFoundAndWhoAcknowledgedIt() {
        Release first = release("0.162.0");
        assertThat(store.put(first, NOW)).isTrue();
        assertThat(store.acknowledge(CONTRIB, version("0.162.0"), "user:1", NOW)).isTrue();
        assertThat(store.acknowledge(CONTRIB, version("0.162.0"), "user:2", NOW)).isFalse();
        assertThat(store.acknowledge(CONTRIB, version("0.163.0"), "user:2", NOW)).isFalse();

        Release later =
                new Release(
                        CONTRIB,
                        first.version(),
                        first.publication(),
                        List.of(),
                        List.of(),
                        NOW.plusSeconds(3600),
                        Optional.empty());
        assertThat(store.put(later, NOW.plusSeconds(3600))).isFalse();
        Release stored = store.find(CONTRIB, version("0.162.0")).orElseThrow();
        assertThat(stored.assets()).isEmpty();
        assertThat(stored.hasBreakingChanges()).isFalse();
        assertThat(stored.foundAt()).isEqualTo(NOW);
        assertThat(stored.acknowledged()).contains(new Release.Acknowledgement("user:1", NOW));
    }

    @Test
    void listsFollowTheVersionsNotTheirSpelling() {
        for (String version :
                List.of("0.9.0", "0.162.0-rc.10", "0.100.0", "0.162.0", "0.162.0-rc.9")) {
            assertThat(store.put(release(version), NOW)).isTrue();
        }
        assertThat(store.list(CONTRIB))
                .extracting(release -> release.version().toString())
                .containsExactly("0.162.0", "0.162.0-rc.10", "0.162.0-rc.9", "0.100.0", "0.9.0");
        assertThat(store.between(CONTRIB, version("0.9.0"), version("0.162.0-rc.9")))
                .extracting(release -> release.version().toString())
                .containsExactly("0.162.0-rc.9", "0.100.0");
    }

    private static SemanticVersion version(String text) {
        return SemanticVersion.parseStrict(text).orElseThrow();
    }

    private static Release release(String version) {
        return new Release(
                CONTRIB,
                version(version),
                new Release.Publication("v" + version, "https://example.com/" + version, NOW),
                List.of(
                        new Release.Asset(
                                "otelcol-contrib.tar.gz",
                                "linux",
                                "amd64",
                                "tar.gz",
                                "https://example.com/a",
                                112_000_000)),
                List.of(
                        new Release.Change(
                                Release.ChangeKind.BREAKING,
                                "receiver/filelog",
                                "say \"what\" '%_\\ 变化",
                                List.of(1234, 99))),
                NOW,
                Optional.empty());
    }
}
