package dev.myriarch.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A connection of its own that holds a session advisory lock. Whoever works under the lock works on
 * this connection: when it is lost, the lock and the work end together. Confined to one thread.
 */
final class SessionLock implements AutoCloseable {
    private static final Duration STEP = Duration.ofMillis(100);

    private final Connection connection;

    private SessionLock(Connection connection) {
        this.connection = connection;
    }

    /**
     * Waits for the lock by asking again and again: a statement that waits inside the server would
     * hold a snapshot, and building an index concurrently waits for it.
     *
     * @return empty when the lock was not free within {@code limit}
     */
    static Optional<SessionLock> acquire(Connections connections, long key, Duration limit) {
        SessionLock session = new SessionLock(connections.open());
        boolean held = false;
        try {
            long deadline = System.nanoTime() + limit.toNanos();
            held = session.tryLock(key);
            Thread self = Thread.currentThread();
            while (!held && System.nanoTime() < deadline && !self.isInterrupted()) {
                LockSupport.parkNanos(STEP.toNanos());
                held = session.tryLock(key);
            }
            return held ? Optional.of(session) : Optional.empty();
        } finally {
            if (!held) {
                session.close();
            }
        }
    }

    private boolean tryLock(long key) {
        return jdbc().one(
                        "SELECT pg_try_advisory_lock(?) AS held",
                        parameters -> parameters.bigint(key),
                        row -> row.bool("held"))
                .orElse(false);
    }

    Connection connection() {
        return connection;
    }

    Jdbc jdbc() {
        return new JdbcRunner(connection);
    }

    /** Ends the session and with it the lock. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }
}
