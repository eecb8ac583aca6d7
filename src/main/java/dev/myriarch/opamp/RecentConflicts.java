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
    private static final Duration UNSTORED = Duration.ofMinutes(1);
    private static final int REMEMBERED = 1000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<AgentId, Recent> recent = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * @param told when it was an event last
     * @param stored when the count was stored last
     * @param claims that are not stored yet
     */
    private record Recent(Instant told, Instant stored, int claims) {}

    /**
     * What to do about a claim.
     *
     * @param claims to store, with those that were held back before; 0: nothing
     * @param event whether it is told as well
     */
    record News(int claims, boolean event) {}

    /** The conflict could not be recorded, so it is news the next time. */
    void forget(AgentId id) {
        lock.lock();
        try {
            recent.remove(id);
        } finally {
            lock.unlock();
        }
    }

    News add(AgentId id, Instant now) {
        lock.lock();
        try {
            Recent last = recent.getOrDefault(id, new Recent(Instant.MIN, Instant.MIN, 0));
            boolean event = isOver(last.told(), QUIET, now);
            int claims = last.claims() + 1;
            boolean store = event || isOver(last.stored(), UNSTORED, now);
            recent.put(
                    id,
                    new Recent(
                            event ? now : last.told(),
                            store ? now : last.stored(),
                            store ? 0 : claims));
            if (recent.size() > REMEMBERED) {
                recent.remove(recent.keySet().iterator().next());
            }
            return new News(store ? claims : 0, event);
        } finally {
            lock.unlock();
        }
    }

    private static boolean isOver(Instant since, Duration pause, Instant now) {
        return since.equals(Instant.MIN) || !now.isBefore(since.plus(pause));
    }
}
