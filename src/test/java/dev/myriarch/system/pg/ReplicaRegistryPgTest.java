package dev.myriarch.system.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.system.Replicas.Replica;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReplicaRegistryPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final SettableClock clock = new SettableClock(START);
    private final ReplicaRegistryPg registry =
            new ReplicaRegistryPg(DATABASE.database(), clock, Duration.ofSeconds(30));

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @BeforeEach
    void nobodyIsRegistered() {
        registry.remove("a");
        registry.remove("b");
    }

    @Test
    void aHeartbeatShowsTheReplicaWithItsLatestFigures() {
        registry.heartbeat(new Replica("b", "1", false, 2, START), START);
        registry.heartbeat(new Replica("a", "1", true, 7, START), START);
        registry.heartbeat(new Replica("a", "1", false, 9, START), START);

        assertThat(registry.alive())
                .containsExactly(
                        new Replica("a", "1", false, 9, START),
                        new Replica("b", "1", false, 2, START));
    }

    @Test
    void aSilentReplicaIsNotAliveAndIsRemovedOnce() {
        registry.heartbeat(new Replica("a", "1", true, 1, START), START);
        clock.advance(Duration.ofSeconds(31));

        assertThat(registry.alive()).isEmpty();
        assertThat(registry.removeSilent()).containsExactly("a");
        assertThat(registry.removeSilent()).isEmpty();
    }

    @Test
    void aReplicaThatStopsIsGoneAtOnce() {
        registry.heartbeat(new Replica("a", "1", true, 1, START), START);

        assertThat(registry.remove("a")).isTrue();
        assertThat(registry.remove("a")).isFalse();
        assertThat(registry.alive()).isEmpty();
    }
}
