package dev.myriarch.opamp;

import dev.myriarch.opamp.AgentMessage.HealthReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A restart that was sent, and what was seen of it. No status confirms the command; the health of
 * the collector tells.
 *
 * @param down whether the collector was seen on its way down or up
 */
record RestartWatch(Instant sentAt, boolean down) {
    /** A collector that says nothing for so long is not waited for any more. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    static RestartWatch sent(Instant now) {
        return new RestartWatch(now, false);
    }

    /** What a report means. */
    sealed interface Seen {
        record Waiting(RestartWatch watch) implements Seen {}

        record Back(Duration after) implements Seen {}

        record Failed() implements Seen {}
    }

    Seen see(HealthReport report, Instant now) {
        return switch (HealthPhase.of(report)) {
            case STOPPING, STARTING -> new Seen.Waiting(new RestartWatch(sentAt, true));
            case RUNNING -> {
                if (!report.healthy()) {
                    yield new Seen.Failed();
                }
                // Well before it went down: a report that crossed the command.
                yield down ? new Seen.Back(Duration.between(sentAt, now)) : new Seen.Waiting(this);
            }
        };
    }

    /** The watch, while it is not over. */
    static Optional<RestartWatch> alive(Optional<RestartWatch> watch, Instant now) {
        return watch.filter(sent -> now.isBefore(sent.sentAt().plus(PATIENCE)));
    }
}
