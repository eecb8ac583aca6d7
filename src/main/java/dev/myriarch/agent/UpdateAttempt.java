package dev.myriarch.agent;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The latest attempt of an updater to change the collector of its host, as the updater tells it.
 *
 * @param version that was offered, without a leading v; empty when the updater does not say
 * @param from version before the attempt, without a leading v; empty for none
 * @param broken the attempt failed, and so did the way back
 * @param error of the attempt, empty for none
 * @param steps that began or were skipped, in the order in which they come
 */
public record UpdateAttempt(
        Phase phase,
        String version,
        String from,
        boolean broken,
        String error,
        Optional<Instant> startedAt,
        Optional<Instant> changedAt,
        List<Step> steps) {
    public UpdateAttempt {
        Objects.requireNonNull(phase, "phase");
        steps = List.copyOf(steps);
    }

    /** How far it is: a step that runs, or how it ended. */
    public enum Phase {
        DOWNLOADING,
        VERIFYING,
        INSTALLING,
        RESTARTING,
        HEALTH_CHECK,
        ROLLING_BACK,
        SUCCEEDED,
        FAILED,
        ROLLED_BACK;

        /** Text in reports and the API: lower case. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether nothing follows. */
        public boolean isEnd() {
            return switch (this) {
                case SUCCEEDED, FAILED, ROLLED_BACK -> true;
                case DOWNLOADING, VERIFYING, INSTALLING, RESTARTING, HEALTH_CHECK, ROLLING_BACK ->
                        false;
            };
        }
    }

    /**
     * One step.
     *
     * @param phase one that is no end
     * @param error empty for none
     */
    public record Step(
            Phase phase,
            State state,
            Optional<Instant> startedAt,
            Optional<Instant> changedAt,
            String error) {
        public Step {
            if (phase.isEnd()) {
                throw new IllegalArgumentException(phase + " is no step");
            }
        }
    }

    /** What became of a step. */
    public enum State {
        RUNNING,
        DONE,
        FAILED,
        SKIPPED;

        /** Text in reports and the API: lower case. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
