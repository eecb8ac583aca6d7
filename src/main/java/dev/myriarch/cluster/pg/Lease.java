package dev.myriarch.cluster.pg;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Whether this replica leads, and until when without a further answer of the server. It ends by
 * itself, on a thread of its own, even while the election waits for the network. Thread-safe.
 */
final class Lease implements AutoCloseable {
    private final long length;
    private final Runnable ranOut;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile @Nullable Held held;
    private boolean closed;

    /**
     * @param term its number
     * @param end nano time
     */
    private record Held(long term, long end) {
        boolean isOver() {
            return System.nanoTime() - end >= 0;
        }
    }

    /**
     * @param ranOut called when a lease has ended by itself, before the listeners
     */
    Lease(Duration length, Runnable ranOut) {
        this.length = length.toNanos();
        this.ranOut = ranOut;
    }

    void start() {
        Thread.ofVirtual().name("leader-lease").start(this::watch);
    }

    /** Also false when the end has passed and the watching thread was not scheduled yet. */
    boolean isHeld() {
        return term() != 0;
    }

    /** Number of the term; 0 when {@link #isHeld} is false. */
    long term() {
        Held now = held;
        return now == null || now.isOver() ? 0 : now.term;
    }

    void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * @param term its number, 1 and up
     * @param asked nano time just before the question that the server answered with the lock
     */
    void begin(long term, long asked) {
        lock.lock();
        try {
            held = new Held(term, asked + length);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        tell();
    }

    /** Extends the lease after an answer; false when it came too late. */
    boolean renew(long asked) {
        lock.lock();
        try {
            Held now = held;
            if (now == null || now.isOver()) {
                return false;
            }
            held = new Held(now.term, asked + length);
            return true;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        boolean ended;
        lock.lock();
        try {
            ended = held != null;
            held = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (ended) {
            tell();
        }
    }

    private void tell() {
        listeners.forEach(Runnable::run);
    }

    private void watch() {
        while (awaitEnd()) {
            ranOut.run();
            tell();
        }
    }

    /**
     * True when the lease has run out, false when nobody needs it any more. The flag is cleared
     * here, under the lock that found the time to be over: a moment later the lease may be a new
     * one.
     */
    private boolean awaitEnd() {
        lock.lock();
        try {
            while (!closed) {
                Held now = held;
                if (now == null) {
                    changed.await();
                } else if (now.isOver()) {
                    held = null;
                    return true;
                } else {
                    long _ = changed.awaitNanos(now.end - System.nanoTime());
                }
            }
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the lease and the watching. */
    @Override
    public void close() {
        end();
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
