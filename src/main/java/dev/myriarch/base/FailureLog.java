package dev.myriarch.base;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs what fails again and again for many, as while the database is away: of each kind one is
 * written with its cause, and then for a while they are only counted. Thread-safe.
 */
public final class FailureLog {
    public static final Duration QUIET = Duration.ofSeconds(30);

    private final Logger log;
    private final InstantSource clock;
    private final Map<Kind, Written> kinds = new ConcurrentHashMap<>();

    public FailureLog(Logger log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    /** As many as there are places in the program where something fails, at most. */
    private record Kind(String what, Class<?> failure) {}

    /**
     * @param at when one was written
     * @param counted those that were only counted since
     * @param before those that were only counted before it
     */
    private record Written(Instant at, long counted, long before) {}

    /**
     * @param subject for whom it failed, such as {@code agent 0198…}
     * @param what a constant, such as {@code a message failed}
     */
    public void warn(String subject, String what, RuntimeException failure) {
        Instant now = clock.instant();
        Written last =
                kinds.merge(
                        new Kind(what, failure.getClass()),
                        new Written(now, 0, 0),
                        (old, fresh) ->
                                now.isBefore(old.at().plus(QUIET))
                                        ? new Written(old.at(), old.counted() + 1, 0)
                                        : new Written(now, 0, old.counted()));
        if (last.counted() > 0) {
            log.log(Level.DEBUG, "{0}: {1}: {2}", subject, what, failure.getMessage());
            return;
        }
        String more =
                last.before() == 0 ? "" : "; so did %d others before".formatted(last.before());
        log.log(Level.WARNING, subject + ": " + what + more, failure);
    }
}
