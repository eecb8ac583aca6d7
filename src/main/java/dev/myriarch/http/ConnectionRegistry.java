package dev.myriarch.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The open connections of a server, at most {@code max}. Thread-safe. */
final class ConnectionRegistry {
    private final int max;
    private final Set<HttpConnection> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile boolean stopping;

    ConnectionRegistry(int max) {
        this.max = max;
    }

    /** False when too many are open; the caller closes the connection. */
    boolean add(HttpConnection connection) {
        if (count.incrementAndGet() > max) {
            count.decrementAndGet();
            return false;
        }
        open.add(connection);
        return true;
    }

    void remove(HttpConnection connection) {
        if (!open.remove(connection)) {
            return;
        }
        if (count.decrementAndGet() == 0) {
            lock.lock();
            try {
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    int size() {
        return count.get();
    }

    /** A live view. */
    Set<HttpConnection> open() {
        return open;
    }

    boolean stopping() {
        return stopping;
    }

    void markStopping() {
        stopping = true;
    }

    /** Waits until none is open or the moment has come; true when none is open. */
    boolean awaitEmpty(long deadline) throws InterruptedException {
        lock.lock();
        try {
            while (count.get() > 0) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                if (changed.awaitNanos(left) <= 0) {
                    return count.get() == 0;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
