package dev.myriarch.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A session outside the pool, for what belongs to a session: its locks and what it listens to. A
 * failure of any method means that the session is to be closed. Confined to one thread.
 */
public final class DedicatedSession implements AutoCloseable {
    private final Connection connection;

    /** The server process that answered the first ping; 0 before that. */
    private int backend;

    DedicatedSession(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    /** Statements on this session. */
    public Jdbc jdbc() {
        return new JdbcRunner(connection);
    }

    /** Takes the advisory lock if it is free; it lasts until the session ends or unlocks it. */
    public boolean tryLock(long key) {
        return jdbc().one(
                        "SELECT pg_try_advisory_lock(?) AS held",
                        parameters -> parameters.bigint(key),
                        row -> row.bool("held"))
                .orElse(false);
    }

    /** Gives the advisory lock back; false when this session does not hold it. */
    public boolean unlock(long key) {
        return jdbc().one(
                        "SELECT pg_advisory_unlock(?) AS held",
                        parameters -> parameters.bigint(key),
                        row -> row.bool("held"))
                .orElse(false);
    }

    /**
     * Returns when the server has answered. Fails when it is another server process than before:
     * then this is no session, and locks and listening do not last.
     */
    public void ping() {
        int now = backendPid();
        if (backend == 0) {
            backend = now;
        }
        if (backend != now) {
            throw new DatabaseException(
                    DatabaseException.Kind.CONNECTION,
                    "server process %d answers in place of %d: %s"
                            .formatted(now, backend, PoolerCheck.ADVICE),
                    new IllegalStateException("no session"));
        }
    }

    int backendPid() {
        return jdbc().one(
                        "SELECT pg_backend_pid() AS pid",
                        Jdbc.Binder.NONE,
                        row -> row.integer("pid"))
                .orElse(0);
    }

    /**
     * Payloads of notifications, in order; waits at most {@code limit} for the first. Notices at
     * once when the server ends the session, but not when it falls silent.
     */
    public List<String> notifications(Duration limit) {
        int millis = Math.toIntExact(Math.max(1, limit.toMillis()));
        try {
            PGNotification[] found = connection.unwrap(PGConnection.class).getNotifications(millis);
            return Arrays.stream(found).map(PGNotification::getParameter).toList();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /** Ends the session, its locks and its listening. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }
}
