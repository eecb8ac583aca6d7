package dev.myriarch.auth;

import dev.myriarch.base.TokenBucket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Credentials by hash, for a short time. Unknown ones are kept apart, so that guesses cannot push
 * out valid ones; concurrent look-ups of one hash are one; look-ups of hashes that were never seen
 * are limited. Thread-safe; the lock is never held while the store is asked.
 */
final class CredentialCache<V> {
    /** Bounds of the cache. */
    record Limits(Duration knownFor, Duration unknownFor, int maxKnown, int maxUnknown) {}

    private static final int LOOKUPS_PER_SECOND = 100;
    private static final int LOOKUP_BURST = 200;

    private final InstantSource clock;
    private final Limits limits;
    private final Function<String, Optional<V>> store;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Entry<V>> known;
    private final Map<String, Instant> unknownUntil;
    private final Map<String, CompletableFuture<Lookup<V>>> loading = new HashMap<>();
    private final TokenBucket lookups;
    private long generation;

    CredentialCache(InstantSource clock, Limits limits, Function<String, Optional<V>> store) {
        this.clock = clock;
        this.limits = limits;
        this.store = store;
        known = new Bounded<>(limits.maxKnown());
        unknownUntil = new Bounded<>(limits.maxUnknown());
        lookups = new TokenBucket(LOOKUPS_PER_SECOND, LOOKUP_BURST, clock.instant());
    }

    /** From the cache, or from the store. */
    Lookup<V> find(String hash) {
        Instant now = clock.instant();
        CompletableFuture<Lookup<V>> result;
        long startedIn;
        lock.lock();
        try {
            Entry<V> entry = known.get(hash);
            if (entry != null && now.isBefore(entry.until)) {
                return new Lookup.Known<>(entry.value);
            }
            Instant until = unknownUntil.get(hash);
            if (until != null && now.isBefore(until)) {
                return new Lookup.Unknown<>();
            }
            CompletableFuture<Lookup<V>> other = loading.get(hash);
            if (other == null && entry == null && !lookups.tryTake(now)) {
                return new Lookup.Busy<>(lookups.untilNext(now));
            }
            result = other == null ? new CompletableFuture<>() : other;
            startedIn = other == null ? generation : -1;
            loading.putIfAbsent(hash, result);
        } finally {
            lock.unlock();
        }
        if (startedIn >= 0) {
            load(hash, result, startedIn);
        }
        return result.join();
    }

    private void load(String hash, CompletableFuture<Lookup<V>> result, long startedIn) {
        Lookup<V> lookup = new Lookup.Failed<>(new IllegalStateException("look-up was cut off"));
        try {
            lookup =
                    store.apply(hash)
                            .<Lookup<V>>map(Lookup.Known::new)
                            .orElseGet(Lookup.Unknown::new);
        } catch (RuntimeException e) {
            lookup = new Lookup.Failed<>(e);
        } finally {
            remember(hash, lookup, result, startedIn);
            result.complete(lookup);
        }
    }

    /** What was read before an invalidation is answered, but not kept. */
    private void remember(
            String hash, Lookup<V> lookup, CompletableFuture<Lookup<V>> result, long startedIn) {
        Instant now = clock.instant();
        lock.lock();
        try {
            loading.remove(hash, result);
            if (startedIn != generation) {
                return;
            }
            switch (lookup) {
                case Lookup.Known<V>(V value) ->
                        known.put(hash, new Entry<>(value, now.plus(limits.knownFor())));
                case Lookup.Unknown<V> _ -> {
                    known.remove(hash);
                    unknownUntil.put(hash, now.plus(limits.unknownFor()));
                }
                case Lookup.Busy<V> _, Lookup.Failed<V> _ -> {
                    // Nothing was learned.
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Replaces the value of a hash that is known, without prolonging its time. */
    void replace(String hash, V value) {
        lock.lock();
        try {
            known.computeIfPresent(hash, (_, entry) -> new Entry<>(value, entry.until));
        } finally {
            lock.unlock();
        }
    }

    /**
     * From now on every look-up asks the store again. The entries stay as a memory of what was
     * seen, so that a fleet that asks again is not taken for a guesser.
     */
    void expireAll() {
        lock.lock();
        try {
            generation++;
            loading.clear();
            unknownUntil.clear();
            known.replaceAll((_, entry) -> new Entry<>(entry.value, Instant.MIN));
        } finally {
            lock.unlock();
        }
    }

    private record Entry<V>(V value, Instant until) {}

    /** Forgets what was not asked for the longest. */
    private static final class Bounded<T> extends LinkedHashMap<String, T> {
        private final int limit;

        Bounded(int limit) {
            super(16, 0.75f, true);
            this.limit = limit;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > limit;
        }
    }
}
