package dev.myriarch.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SilenceWatchTest {
    private static final Instant FIRST = Instant.parse("2026-01-31T12:00:00Z");

    private final SilenceWatch watch =
            new SilenceWatch(Duration.ofSeconds(30), Duration.ofSeconds(10));

    private void look(long second, Map<String, Instant> heartbeats) {
        watch.look(heartbeats, Duration.ofSeconds(second).toNanos());
    }

    @Test
    void replicaWhoseHeartbeatStandsStillIsLostAfterTheTimeout() {
        for (int second = 0; second < 30; second += 10) {
            look(second, Map.of("a", FIRST, "b", FIRST.plusSeconds(second)));
            assertThat(watch.lost()).isEmpty();
        }
        look(30, Map.of("a", FIRST, "b", FIRST.plusSeconds(30)));
        assertThat(watch.lost()).containsExactly(Map.entry("a", FIRST));
    }

    @Test
    void heartbeatOfAnyTimeIsASignOfLife() {
        for (int second = 0; second <= 100; second += 10) {
            // The clock of the replica, or of the database, goes back.
            look(second, Map.of("a", FIRST.minus(Duration.ofDays(second))));
        }
        assertThat(watch.lost()).isEmpty();
    }

    @Test
    void timeInWhichNobodyLookedDoesNotCount() {
        look(0, Map.of("a", FIRST));
        look(3600, Map.of("a", FIRST));
        assertThat(watch.lost()).isEmpty();
        look(3610, Map.of("a", FIRST));
        look(3620, Map.of("a", FIRST));
        assertThat(watch.lost()).containsOnlyKeys("a");
    }

    @Test
    void replicaThatIsNotListedAnyMoreIsForgotten() {
        for (int second = 0; second <= 30; second += 10) {
            look(second, Map.of("a", FIRST));
        }
        look(40, Map.of());
        assertThat(watch.lost()).isEmpty();
        look(50, Map.of("a", FIRST));
        assertThat(watch.lost()).isEmpty();
    }
}
