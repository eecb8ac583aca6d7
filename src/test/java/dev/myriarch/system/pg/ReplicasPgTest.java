package dev.myriarch.system.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.system.Replicas;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class ReplicasPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @Test
    void aReplicaIsAliveWhileItIsHeard() {
        SettableClock clock = new SettableClock(NOW);
        ReplicasPg replicas = new ReplicasPg(DATABASE.database(), clock, Duration.ofSeconds(30));
        replicas.heartbeat("b", "1.0.0", true, 5, NOW);
        replicas.heartbeat("a", "1.0.0", false, 0, NOW);

        clock.advance(Duration.ofSeconds(29));
        replicas.heartbeat("b", "1.0.0", false, 6, NOW);
        assertThat(replicas.alive())
                .containsExactly(
                        new Replicas.Replica("a", "1.0.0", false, 0, NOW),
                        new Replicas.Replica("b", "1.0.0", false, 6, NOW.plusSeconds(29)));

        clock.advance(Duration.ofSeconds(1));
        assertThat(replicas.alive()).extracting(Replicas.Replica::id).containsExactly("b");
        assertThat(replicas.removeLost()).containsExactly("a");
        assertThat(replicas.removeLost()).isEmpty();
        assertThat(replicas.remove("b")).isTrue();
        assertThat(replicas.remove("b")).isFalse();
    }
}
