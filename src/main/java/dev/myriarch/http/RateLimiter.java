package dev.myriarch.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A token bucket per key, at most {@code maxKeys} of them. A bucket that is full again is
 * forgotten, being like a new one. While there is no room, all new keys share one bucket, so that a
 * caller with many addresses can neither grow the map nor push its own empty bucket out.
 * Thread-safe.
 */
public final class RateLimiter {
    private static final String OVERFLOW = "";

    private final Rate rate;
    private final int maxKeys;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    // In the order of the last use, so that the first one was left alone the longest.
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * @param perSecond tokens that come back per second
     * @param burst tokens of a full bucket
     */
    public record Rate(double perSecond, double burst) {
        public Rate {
            if (!(perSecond > 0) || !(burst >= 1)) {
                throw new IllegalArgumentException("perSecond must be positive, burst at least 1");
            }
        }
    }

    private record Bucket(double tokens, Instant at) {}

    public RateLimiter(Rate rate, int maxKeys, InstantSource clock) {
        if (maxKeys < 1) {
            throw new IllegalArgumentException("maxKeys must be positive");
        }
        this.rate = rate;
        this.maxKeys = maxKeys;
        this.clock = clock;
    }

    /** Takes a token of {@code key}; false when there is none. */
    public boolean tryAcquire(String key) {
        return take(key, 1);
    }

    /** True when {@link #tryAcquire} would succeed; takes nothing. */
    public boolean mayAcquire(String key) {
        return take(key, 0);
    }

    private boolean take(String key, int wanted) {
        Instant now = clock.instant();
        lock.lock();
        try {
            Bucket known = buckets.get(key);
            if (known == null && wanted == 0 && buckets.size() < maxKeys) {
                return true;
            }
            String place = known != null || makeRoom(now) ? key : OVERFLOW;
            double tokens = tokens(buckets.getOrDefault(place, full(now)), now);
            boolean enough = tokens >= 1;
            if (wanted > 0) {
                buckets.put(place, new Bucket(enough ? tokens - wanted : tokens, now));
            }
            return enough;
        } finally {
            lock.unlock();
        }
    }

    private boolean makeRoom(Instant now) {
        Iterator<Bucket> oldest = buckets.values().iterator();
        while (buckets.size() >= maxKeys && oldest.hasNext()) {
            if (tokens(oldest.next(), now) < rate.burst()) {
                return false;
            }
            oldest.remove();
        }
        return true;
    }

    private Bucket full(Instant now) {
        return new Bucket(rate.burst(), now);
    }

    private double tokens(Bucket bucket, Instant now) {
        Duration passed = Duration.between(bucket.at(), now);
        double seconds = passed.isNegative() ? 0 : passed.toNanos() / 1e9;
        return Math.min(rate.burst(), bucket.tokens() + seconds * rate.perSecond());
    }
}
