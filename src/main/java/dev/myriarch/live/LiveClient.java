package dev.myriarch.live;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one client has not read yet. A client that does not keep up loses its buffer and is told to
 * read everything again. Thread-safe.
 */
public final class LiveClient implements AutoCloseable {
    static final int BUFFER = 256;

    private final LiveHub hub;
    private final String owner;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<LiveEvent> events = new ArrayDeque<>();
    private boolean recheck;
    private boolean closed;

    LiveClient(LiveHub hub, String owner) {
        this.hub = hub;
        this.owner = owner;
    }

    String owner() {
        return owner;
    }

    /** Waits for the next event, a recheck, the end, or until the time is over. */
    public Next next(Duration timeout) {
        long left = timeout.toNanos();
        lock.lock();
        try {
            while (events.isEmpty() && !recheck && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (closed) {
                return new Next.Ended();
            }
            if (recheck) {
                recheck = false;
                return new Next.Recheck();
            }
            return Optional.ofNullable(events.poll())
                    .<Next>map(Next.Event::new)
                    .orElseGet(Next.Nothing::new);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Next.Ended();
        } finally {
            lock.unlock();
        }
    }

    void offer(LiveEvent event) {
        lock.lock();
        try {
            if (event.equals(LiveEvent.RESYNC) || events.size() >= BUFFER) {
                events.clear();
                events.add(LiveEvent.RESYNC);
            } else {
                events.add(event);
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Credentials changed somewhere: this client has to prove again that it may listen. */
    void recheck() {
        lock.lock();
        try {
            recheck = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            closed = true;
            events.clear();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        end();
        hub.disconnect(this);
    }

    /** What a client waits for. */
    public sealed interface Next {
        record Event(LiveEvent event) implements Next {}

        record Recheck() implements Next {}

        /** The time is over. */
        record Nothing() implements Next {}

        /** No more events will come. */
        record Ended() implements Next {}
    }
}
