package dev.myriarch.system;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells which replicas fell silent by nothing but whether their heartbeats change from one look to
 * the next. No clocks are compared, and time in which nobody could look does not count: neither a
 * clock that jumps nor a database that was away makes a replica look lost. Thread-safe.
 */
public final class SilenceWatch {
    private final Duration timeout;
    private final Duration interval;
    private final ReentrantLock lock = new ReentrantLock();
    private Map<String, Seen> seen = Map.of();
    private long lookedAt;

    /**
     * @param silence seen since the heartbeat last changed
     */
    private record Seen(Instant heartbeat, Duration silence) {}

    /**
     * @param timeout silence after which a replica is lost
     * @param interval from one look to the next; a longer time between two counts as this
     */
    public SilenceWatch(Duration timeout, Duration interval) {
        this.timeout = timeout;
        this.interval = interval;
    }

    /**
     * @param heartbeats the last one of each replica that is listed
     * @param nanoTime now, of the monotonic clock
     */
    public void look(Map<String, Instant> heartbeats, long nanoTime) {
        lock.lock();
        try {
            Duration since = Duration.ofNanos(nanoTime - lookedAt);
            Duration step = since.compareTo(interval) < 0 ? since : interval;
            Map<String, Seen> now = new HashMap<>();
            heartbeats.forEach((id, heartbeat) -> {
                Seen before = seen.get(id);
                Duration silence =
                        before != null && before.heartbeat.equals(heartbeat)
                                ? before.silence.plus(step)
                                : Duration.ZERO;
                now.put(id, new Seen(heartbeat, silence));
            });
            seen = now;
            lookedAt = nanoTime;
        } finally {
            lock.unlock();
        }
    }

    /** The replicas that are lost, each with its last heartbeat. */
    public Map<String, Instant> lost() {
        lock.lock();
        try {
            Map<String, Instant> lost = new TreeMap<>();
            seen.forEach((id, one) -> {
                if (one.silence.compareTo(timeout) >= 0) {
                    lost.put(id, one.heartbeat);
                }
            });
            return lost;
        } finally {
            lock.unlock();
        }
    }
}
