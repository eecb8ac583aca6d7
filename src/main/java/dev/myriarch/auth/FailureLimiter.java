package dev.myriarch.auth;

import dev.myriarch.base.TokenBucket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes clients wait that fail too often. Success costs nothing, so a busy client with a valid
 * credential is never stopped by its own traffic. Clients are counted by the key that http gives
 * them, one per IPv4 address or IPv6 /64 network. Thread-safe; remembers a bounded number of
 * clients, the longest unseen ones are forgotten first.
 */
public final class FailureLimiter {
    private static final int MAX_CLIENTS = 10_000;

    private final InstantSource clock;
    private final int perMinute;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, TokenBucket> failures =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, TokenBucket> eldest) {
                    return size() > MAX_CLIENTS;
                }
            };

    public FailureLimiter(InstantSource clock, int perMinute) {
        this.clock = clock;
        this.perMinute = perMinute;
    }

    /** How long the client has to wait; zero when it may try. */
    public Duration delay(String client) {
        Instant now = clock.instant();
        lock.lock();
        try {
            TokenBucket bucket = failures.get(client);
            return bucket == null ? Duration.ZERO : bucket.untilNext(now);
        } finally {
            lock.unlock();
        }
    }

    public void failed(String client) {
        Instant now = clock.instant();
        lock.lock();
        try {
            failures.computeIfAbsent(client, _ -> new TokenBucket(perMinute / 60.0, perMinute, now))
                    .tryTake(now);
        } finally {
            lock.unlock();
        }
    }
}
