package dev.myriarch.cluster.pg;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

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
    private volatile boolean held;

    /** Nano time. */
    private volatile long end;

    private boolean closed;

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
        return held && System.nanoTime() - end < 0;
    }

    void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * @param asked nano time just before the question that the server answered with the lock
     */
    void begin(long asked) {
        lock.lock();
        try {
            end = asked + length;
            held = true;
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
            if (!isHeld()) {
                return false;
            }
            end = asked + length;
            return true;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        boolean ended;
        lock.lock();
        try {
            ended = held;
            held = false;
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
                long left = end - System.nanoTime();
                if (held && left <= 0) {
                    held = false;
                    return true;
                }
                if (held) {
                    long _ = changed.awaitNanos(left);
                } else {
                    changed.await();
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
