package dev.myriarch.system.pg;

import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import dev.myriarch.system.Replicas;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** The table {@code replicas}: every replica writes its heartbeat, and reads who else is alive. */
public final class ReplicaRegistryPg implements Replicas {
    private static final String HEARTBEAT =
            """
            INSERT INTO replicas (id, version, leader, connections, started_at, heartbeat_at)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE
            SET version = excluded.version,
                leader = excluded.leader,
                connections = excluded.connections,
                heartbeat_at = excluded.heartbeat_at
            """;

    private static final String REMOVE = "DELETE FROM replicas WHERE id = ?";

    private static final String REMOVE_SILENT =
            "DELETE FROM replicas WHERE heartbeat_at < ? RETURNING id";

    private static final String ALIVE =
            """
            SELECT id, version, leader, connections, heartbeat_at
            FROM replicas
            WHERE heartbeat_at >= ?
            ORDER BY id
            """;

    private final Jdbc database;
    private final InstantSource clock;
    private final Duration timeout;

    /**
     * @param timeout silence after which a replica counts as gone
     */
    public ReplicaRegistryPg(Jdbc database, InstantSource clock, Duration timeout) {
        this.database = database;
        this.clock = clock;
        this.timeout = timeout;
    }

    /** Says that a replica is alive. */
    public void heartbeat(Replica replica, Instant startedAt) {
        int hit =
                database.update(
                        HEARTBEAT,
                        parameters ->
                                parameters
                                        .text(replica.id())
                                        .text(replica.version())
                                        .bool(replica.leader())
                                        .integer(replica.connections())
                                        .instant(startedAt)
                                        .instant(replica.heartbeatAt()));
        if (hit != 1) {
            throw new IllegalStateException("the heartbeat hit " + hit + " rows");
        }
    }

    /** Takes a replica out that stops in order; false when it was not there. */
    public boolean remove(String id) {
        return database.update(REMOVE, parameters -> parameters.text(id)) == 1;
    }

    /** Takes out the replicas that are silent for too long, and returns their ids. */
    public List<String> removeSilent() {
        return database.list(
                REMOVE_SILENT, parameters -> parameters.instant(oldest()), row -> row.text("id"));
    }

    @Override
    public List<Replica> alive() {
        return database.list(
                ALIVE, parameters -> parameters.instant(oldest()), ReplicaRegistryPg::replica);
    }

    private Instant oldest() {
        return clock.instant().minus(timeout);
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
