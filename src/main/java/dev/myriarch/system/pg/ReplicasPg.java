package dev.myriarch.system.pg;

import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import dev.myriarch.system.Replicas;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Table {@code replicas}: who is alive is who was heard lately, by the clock of the database.
 * Thread-safe.
 */
public final class ReplicasPg implements Replicas {
    private static final String HEARTBEAT =
            """
            INSERT INTO replicas (id, version, leader, connections, started_at, heartbeat_at)
            VALUES (?, ?, ?, ?, ?, clock_timestamp())
            ON CONFLICT (id) DO UPDATE SET
              version = excluded.version,
              leader = excluded.leader,
              connections = excluded.connections,
              heartbeat_at = excluded.heartbeat_at
            """;

    private static final String ALIVE =
            """
            SELECT id, version, leader, connections, heartbeat_at FROM replicas
            WHERE heartbeat_at > clock_timestamp() - ? * interval '1 millisecond' ORDER BY id
            """;

    private static final String HEARTBEATS = "SELECT id, heartbeat_at FROM replicas";

    private static final String REMOVE_SILENT =
            "DELETE FROM replicas WHERE id = ? AND heartbeat_at = ?";

    private static final String REMOVE = "DELETE FROM replicas WHERE id = ?";

    private final Jdbc jdbc;
    private final Duration timeout;

    /**
     * @param timeout a replica without a heartbeat for this long is not shown
     */
    public ReplicasPg(Jdbc jdbc, Duration timeout) {
        this.jdbc = jdbc;
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
                                        .instant(startedAt));
        if (hits != 1) {
            throw new IllegalStateException("the heartbeat was not stored");
        }
    }

    @Override
    public List<Replica> alive() {
        return jdbc.list(
                ALIVE, parameters -> parameters.bigint(timeout.toMillis()), ReplicasPg::replica);
    }

    /** The last heartbeat of every replica that is listed, alive or not. */
    public Map<String, Instant> heartbeats() {
        return jdbc
                .list(
                        HEARTBEATS,
                        Jdbc.Binder.NONE,
                        row -> Map.entry(row.text("id"), row.instant("heartbeat_at")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /**
     * Removes a replica that is lost; its agents have to go offline then.
     *
     * @param heartbeatAt its last heartbeat; false when there was another one meanwhile
     */
    public boolean removeSilent(String id, Instant heartbeatAt) {
        return jdbc.update(REMOVE_SILENT, parameters -> parameters.text(id).instant(heartbeatAt))
                == 1;
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
