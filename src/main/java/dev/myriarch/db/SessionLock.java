package dev.myriarch.db;

import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A connection of its own that holds a session advisory lock. Whoever works under the lock works on
 * this connection: when it is lost, the lock and the work end together. Confined to one thread.
 */
final class SessionLock implements AutoCloseable {
    private static final Duration STEP = Duration.ofMillis(100);

    private final DedicatedSession session;

    private SessionLock(DedicatedSession session) {
        this.session = session;
    }

    /**
     * Waits for the lock by asking again and again: a statement that waits inside the server would
     * hold a snapshot, and building an index concurrently waits for it.
     *
     * @return empty when the lock was not free within {@code limit}
     */
    static Optional<SessionLock> acquire(Connections connections, long key, Duration limit) {
        DedicatedSession session = new DedicatedSession(connections.open());
        boolean held = false;
        try {
            long deadline = System.nanoTime() + limit.toNanos();
            held = session.tryLock(key);
            Thread self = Thread.currentThread();
            while (!held && System.nanoTime() < deadline && !self.isInterrupted()) {
                LockSupport.parkNanos(STEP.toNanos());
                held = session.tryLock(key);
            }
            return held ? Optional.of(new SessionLock(session)) : Optional.empty();
        } finally {
            if (!held) {
                session.close();
            }
        }
    }

    Connection connection() {
        return session.connection();
    }

    Jdbc jdbc() {
        return session.jdbc();
    }

    /** Ends the session and with it the lock. */
    @Override
    public void close() {
        session.close();
    }
}
