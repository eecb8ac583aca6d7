package dev.myriarch.system.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.system.Replicas;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class ReplicasPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final Instant STARTED = Instant.parse("2026-01-31T12:00:00Z");

    private final ReplicasPg replicas = new ReplicasPg(DATABASE.database(), Duration.ofHours(1));

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    private static void age(String id, String by) {
        DATABASE.database()
                .update(
                        "UPDATE replicas SET heartbeat_at = heartbeat_at - ?::interval WHERE id ="
                                + " ?",
                        parameters -> parameters.text(by).text(id));
    }

    private Instant heartbeat(String id) {
        return Objects.requireNonNull(replicas.heartbeats().get(id));
    }

    @Test
    void aReplicaIsAliveWhileItIsHeard() {
        replicas.heartbeat("b", "1.0.0", true, 5, STARTED);
        replicas.heartbeat("a", "1.0.0", false, 0, STARTED);
        age("a", "59 minutes");
        replicas.heartbeat("b", "1.0.0", false, 6, STARTED);
        Instant earlier = heartbeat("a");
        assertThat(replicas.alive())
                .containsExactly(
                        new Replicas.Replica("a", "1.0.0", false, 0, heartbeat("a")),
                        new Replicas.Replica("b", "1.0.0", false, 6, heartbeat("b")));

        age("a", "1 hour");
        assertThat(replicas.alive()).extracting(Replicas.Replica::id).containsExactly("b");
        assertThat(replicas.heartbeats()).containsOnlyKeys("a", "b");
        assertThat(replicas.removeSilent("a", earlier)).isFalse();
        assertThat(replicas.removeSilent("a", heartbeat("a"))).isTrue();
        assertThat(replicas.heartbeats()).containsOnlyKeys("b");
        assertThat(replicas.remove("b")).isTrue();
        assertThat(replicas.remove("b")).isFalse();
    }
}
