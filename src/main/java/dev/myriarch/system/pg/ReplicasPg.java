package dev.myriarch.system.pg;

import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import dev.myriarch.system.Replicas;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Table {@code replicas}: who is alive is who was heard lately. Thread-safe. */
public final class ReplicasPg implements Replicas {
    private static final String HEARTBEAT =
            """
            INSERT INTO replicas (id, version, leader, connections, started_at, heartbeat_at)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
              version = excluded.version,
              leader = excluded.leader,
              connections = excluded.connections,
              heartbeat_at = excluded.heartbeat_at
            """;

    private static final String ALIVE =
            """
            SELECT id, version, leader, connections, heartbeat_at FROM replicas
            WHERE heartbeat_at > ? ORDER BY id
            """;

    private static final String LOST =
            """
            DELETE FROM replicas WHERE heartbeat_at <= ? RETURNING id
            """;

    private static final String REMOVE = "DELETE FROM replicas WHERE id = ?";

    private final Jdbc jdbc;
    private final InstantSource clock;
    private final Duration timeout;

    /**
     * @param timeout a replica without a heartbeat for this long is lost
     */
    public ReplicasPg(Jdbc jdbc, InstantSource clock, Duration timeout) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.timeout = timeout;
    }

    /** Says that a replica lives; call it every heartbeat interval. */
    public void heartbeat(
            String id, String version, boolean leader, int connections, Instant startedAt) {
        int hits =
                jdbc.update(
                        HEARTBEAT,
                        parameters ->
                                parameters
                                        .text(id)
                                        .text(version)
                                        .bool(leader)
                                        .integer(connections)
                                        .instant(startedAt)
                                        .instant(clock.instant()));
        if (hits != 1) {
            throw new IllegalStateException("the heartbeat was not stored");
        }
    }

    @Override
    public List<Replica> alive() {
        Instant since = clock.instant().minus(timeout);
        return jdbc.list(ALIVE, parameters -> parameters.instant(since), ReplicasPg::replica);
    }

    /** Removes the replicas that are lost, and tells which; their agents have to go offline. */
    public List<String> removeLost() {
        Instant since = clock.instant().minus(timeout);
        return jdbc.list(LOST, parameters -> parameters.instant(since), row -> row.text("id"));
    }

    /** A replica says good-bye; false when it was taken for lost already. */
    public boolean remove(String id) {
        return jdbc.update(REMOVE, parameters -> parameters.text(id)) == 1;
    }

    private static Replica replica(Row row) {
        return new Replica(
                row.text("id"),
                row.text("version"),
                row.bool("leader"),
                row.integer("connections"),
                row.instant("heartbeat_at"));
    }
}
