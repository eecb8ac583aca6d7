package dev.myriarch.auth;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the use of tokens and hands the counts on in batches, so that ten thousand connections
 * with one token are one statement. Thread-safe. Bounded by the number of tokens in use.
 */
public final class TokenUsage {
    /** Where the counts go. */
    public interface Store {
        /** Adds the counts and moves the last use forward, with one statement per token. */
        void recordUse(Map<UUID, Use> uses);
    }

    /** Uses since the last flush. */
    public record Use(long count, Instant lastUsedAt) {
        Use plus(Use other) {
            return new Use(
                    count + other.count,
                    lastUsedAt.isAfter(other.lastUsedAt) ? lastUsedAt : other.lastUsedAt);
        }
    }

    private final Store store;
    private final ReentrantLock lock = new ReentrantLock();
    private Map<UUID, Use> uses = new HashMap<>();

    TokenUsage(Store store) {
        this.store = store;
    }

    void record(UUID token, Instant now) {
        add(Map.of(token, new Use(1, now)));
    }

    /** Stores what was counted; what cannot be stored is kept for the next time. */
    void flush() {
        Map<UUID, Use> counted = take();
        if (counted.isEmpty()) {
            return;
        }
        try {
            store.recordUse(counted);
        } catch (RuntimeException e) {
            add(counted);
            throw e;
        }
    }

    private Map<UUID, Use> take() {
        lock.lock();
        try {
            Map<UUID, Use> counted = uses;
            uses = new HashMap<>();
            return counted;
        } finally {
            lock.unlock();
        }
    }

    private void add(Map<UUID, Use> more) {
        lock.lock();
        try {
            more.forEach((token, use) -> uses.merge(token, use, Use::plus));
        } finally {
            lock.unlock();
        }
    }
}
