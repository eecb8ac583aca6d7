package dev.myriarch.db;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A bounded set of connections. Thread-safe: a permit stands for the right to hold one connection,
 * idle connections wait in a concurrent deque, no lock is held over I/O.
 */
final class ConnectionPool implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ConnectionPool.class.getName());

    /** A connection that was used within this time is taken as alive. */
    private static final long TRUSTED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final long LIFETIME_NANOS = TimeUnit.MINUTES.toNanos(30);
    private static final int VALIDATION_SECONDS = 3;

    private final Connections connections;
    private final PoolOptions options;
    private final Semaphore permits;
    private final ConcurrentLinkedDeque<Lease> idle = new ConcurrentLinkedDeque<>();
    private final AtomicInteger open = new AtomicInteger();

    /** Grows with each lost connection; older connections are looked at before their next use. */
    private final AtomicLong outages = new AtomicLong();

    private final List<Runnable> onReturn = new CopyOnWriteArrayList<>();

    /** Whether a connection was lost, or could not be opened, since one was opened last. */
    private final AtomicBoolean away = new AtomicBoolean();

    private volatile boolean closed;

    ConnectionPool(Connections connections, PoolOptions options) {
        this.connections = connections;
        this.options = options;
        this.permits = new Semaphore(options.maxConnections(), true);
    }

    /** One connection in the hands of one caller, who gives it back. */
    static final class Lease {
        private final Connection connection;
        private final long openedAt = System.nanoTime();
        private volatile long usedAt = openedAt;
        private volatile long outages;

        private Lease(Connection connection, long outages) {
            this.connection = connection;
            this.outages = outages;
        }

        Connection connection() {
            return connection;
        }
    }

    int open() {
        return open.get();
    }

    int inUse() {
        return options.maxConnections() - permits.availablePermits();
    }

    int waiting() {
        return permits.getQueueLength();
    }

    Lease acquire() {
        takePermit();
        boolean taken = false;
        try {
            Lease lease = fromIdle();
            if (lease == null) {
                lease = connect();
            }
            taken = true;
            return lease;
        } finally {
            if (!taken) {
                permits.release();
            }
        }
    }

    private void takePermit() {
        Duration limit = options.acquireTimeout();
        try {
            if (!permits.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw lost(
                        "no database connection became free within %d ms, all %d are in use"
                                .formatted(limit.toMillis(), options.maxConnections()),
                        new TimeoutException());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw lost("interrupted while waiting for a database connection", e);
        }
        if (closed) {
            permits.release();
            throw lost("the database pool is closed", new IllegalStateException("closed"));
        }
    }

    private @Nullable Lease fromIdle() {
        while (true) {
            Lease lease = idle.pollFirst();
            if (lease == null || (isYoung(lease) && isAlive(lease))) {
                return lease;
            }
            discard(lease);
        }
    }

    private static boolean isYoung(Lease lease) {
        return System.nanoTime() - lease.openedAt <= LIFETIME_NANOS;
    }

    private boolean isAlive(Lease lease) {
        long seen = outages.get();
        if (lease.outages == seen && System.nanoTime() - lease.usedAt < TRUSTED_NANOS) {
            return true;
        }
        try {
            if (lease.connection.isValid(VALIDATION_SECONDS)) {
                lease.outages = seen;
                return true;
            }
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "validation of a database connection failed", e);
        }
        noteLoss();
        // The others most likely died with it; to wait for each of them would take too long.
        discardIdle();
        return false;
    }

    private void noteLoss() {
        outages.incrementAndGet();
        away.set(true);
    }

    private Lease connect() {
        long seen = outages.get();
        boolean opened = false;
        try {
            Lease lease = new Lease(connections.open(), seen);
            opened = true;
            open.incrementAndGet();
            return lease;
        } finally {
            if (away.getAndSet(!opened) && opened) {
                onReturn.forEach(Runnable::run);
            }
        }
    }

    void onReturn(Runnable returned) {
        onReturn.add(returned);
    }

    /** Takes a connection back; a broken one is closed and makes the others suspect. */
    void release(Lease lease, boolean broken) {
        try {
            if (broken) {
                noteLoss();
            }
            lease.usedAt = System.nanoTime();
            if (broken || closed) {
                discard(lease);
            } else {
                idle.addFirst(lease);
                trim();
            }
        } finally {
            permits.release();
        }
        if (closed) {
            discardIdle();
        }
    }

    /** The last one was idle longest, as leases come and go at the front. */
    private void trim() {
        Lease oldest = idle.peekLast();
        if (oldest != null
                && System.nanoTime() - oldest.usedAt > IDLE_NANOS
                && idle.removeLastOccurrence(oldest)) {
            discard(oldest);
        }
    }

    private void discard(Lease lease) {
        open.decrementAndGet();
        try {
            lease.connection.close();
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "closing a database connection failed", e);
        }
    }

    private void discardIdle() {
        for (Lease lease = idle.pollFirst(); lease != null; lease = idle.pollFirst()) {
            discard(lease);
        }
    }

    /** Closes idle connections now and those in use when they come back. */
    @Override
    public void close() {
        closed = true;
        discardIdle();
    }

    private static DatabaseException lost(String message, Throwable cause) {
        return new DatabaseException(DatabaseException.Kind.CONNECTION, message, cause);
    }
}
