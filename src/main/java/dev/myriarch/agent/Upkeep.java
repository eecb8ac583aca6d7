package dev.myriarch.agent;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What an operator asked of an agent, and what an operator has to look at.
 *
 * @param restartRequested when a restart of the collector was asked for; empty once it was sent
 * @param resyncRequested when the full state was asked for; empty once the agent was asked
 * @param conflict who else claims the instance UID; empty when nobody does
 */
public record Upkeep(
        Optional<Instant> restartRequested,
        Optional<Instant> resyncRequested,
        Optional<Conflict> conflict) {
    public static final Upkeep NONE =
            new Upkeep(Optional.empty(), Optional.empty(), Optional.empty());

    public Upkeep {
        Objects.requireNonNull(restartRequested, "restartRequested");
        Objects.requireNonNull(resyncRequested, "resyncRequested");
        Objects.requireNonNull(conflict, "conflict");
    }

    /**
     * A claim on the instance UID that was turned away.
     *
     * @param at the last time
     * @param count how often, since an hour without any
     * @param reason one line for people
     */
    public record Conflict(Instant at, int count, String reason) {
        /** Claims that make a quarantine. */
        public static final int QUARANTINE = 3;

        /** Whether claims come again and again, so that somebody has to look at the machines. */
        public boolean isQuarantine() {
            return count >= QUARANTINE;
        }
    }
}
