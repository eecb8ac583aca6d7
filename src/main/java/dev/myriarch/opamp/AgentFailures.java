package dev.myriarch.opamp;

import dev.myriarch.domain.AgentId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs what failed for agents. While the database is away the same fails for all of them, again and
 * again: of each kind one is written with its cause, and then for a while they are only counted.
 * Thread-safe.
 */
final class AgentFailures {
    private static final Logger LOG = System.getLogger("dev.myriarch.opamp");

    static final Duration QUIET = Duration.ofSeconds(30);

    private final InstantSource clock;
    private final Map<Kind, Written> kinds = new ConcurrentHashMap<>();

    AgentFailures(InstantSource clock) {
        this.clock = clock;
    }

    /** What was done to an agent, as text behind its UID. */
    enum Work {
        MESSAGE("a message failed"),
        PUSH("a push failed"),
        ASSIGNMENT("the assignment failed"),
        LINK("linking it failed");

        private final String text;

        Work(String text) {
            this.text = text;
        }
    }

    /** As many as there are places where something fails, at most. */
    private record Kind(Work work, Class<?> failure) {}

    /**
     * @param at when one was written
     * @param counted those that were only counted since
     * @param before those that were only counted before it
     */
    private record Written(Instant at, long counted, long before) {}

    void log(AgentId agent, Work work, RuntimeException failure) {
        Instant now = clock.instant();
        Written last =
                kinds.merge(
                        new Kind(work, failure.getClass()),
                        new Written(now, 0, 0),
                        (old, fresh) ->
                                now.isBefore(old.at().plus(QUIET))
                                        ? new Written(old.at(), old.counted() + 1, 0)
                                        : new Written(now, 0, old.counted()));
        if (last.counted() > 0) {
            LOG.log(Level.DEBUG, "agent {0}: {1}: {2}", agent, work.text, failure.getMessage());
            return;
        }
        String more =
                last.before() == 0 ? "" : "; so did %d others before".formatted(last.before());
        LOG.log(Level.WARNING, "agent " + agent + ": " + work.text + more, failure);
    }
}
