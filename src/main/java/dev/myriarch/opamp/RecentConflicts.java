package dev.myriarch.opamp;

import dev.myriarch.domain.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps a client that tries again and again from filling the events of an agent. Thread-safe and
 * bounded; what is forgotten is told once more.
 */
final class RecentConflicts {
    private static final Duration QUIET = Duration.ofMinutes(10);
    private static final int REMEMBERED = 1000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<AgentId, Instant> told = new LinkedHashMap<>(16, 0.75f, true);

    /** The conflict could not be recorded, so it is news the next time. */
    void forget(AgentId id) {
        lock.lock();
        try {
            told.remove(id);
        } finally {
            lock.unlock();
        }
    }

    boolean isNews(AgentId id, Instant now) {
        lock.lock();
        try {
            Instant last = told.get(id);
            if (last != null && now.isBefore(last.plus(QUIET))) {
                return false;
            }
            told.put(id, now);
            if (told.size() > REMEMBERED) {
                told.remove(told.keySet().iterator().next());
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
