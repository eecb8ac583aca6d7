package dev.myriarch.rollout;

import dev.myriarch.base.SemanticVersion;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The version that somebody chose for a fleet in the UI.
 *
 * @param gitTarget what Git declared when the choice was made
 * @param revision commit of that time
 * @param planned set when the planner has handled the choice
 * @param invalid set when Git no longer allows the version
 */
public record VersionSelection(
        String fleet,
        SemanticVersion version,
        Choice choice,
        Optional<SemanticVersion> gitTarget,
        String revision,
        Optional<Planned> planned,
        Optional<Invalid> invalid) {
    public VersionSelection {
        Objects.requireNonNull(fleet, "fleet");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(choice, "choice");
        Objects.requireNonNull(revision, "revision");
    }

    /**
     * @param by reference of the principal who chose
     * @param reason may be empty
     */
    public record Choice(String by, Instant at, String reason) {
        public Choice {
            Objects.requireNonNull(by, "by");
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * @param rollout the rollout that follows; none where nothing had to change
     */
    public record Planned(Instant at, Optional<RolloutId> rollout) {}

    public record Invalid(Instant at, String reason) {}
}
