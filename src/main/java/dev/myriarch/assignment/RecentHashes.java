package dev.myriarch.assignment;

import dev.myriarch.domain.ConfigHash;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Configurations that this replica stored a moment ago: they are there, and marked as used. Bounded
 * and thread-safe.
 */
final class RecentHashes {
    /** Far less than the shortest time that an unused configuration is kept. */
    private static final Duration RECENT = Duration.ofMinutes(1);

    private static final int MOST = 4096;

    private final Map<ConfigHash, Instant> storedAt = new ConcurrentHashMap<>();

    boolean contains(ConfigHash hash, Instant now) {
        Instant at = storedAt.get(hash);
        return at != null && now.isBefore(at.plus(RECENT)) && !now.isBefore(at);
    }

    void add(ConfigHash hash, Instant now) {
        if (storedAt.size() >= MOST) {
            storedAt.values().removeIf(at -> !now.isBefore(at.plus(RECENT)));
        }
        if (storedAt.size() < MOST) {
            storedAt.put(hash, now);
        }
    }
}
