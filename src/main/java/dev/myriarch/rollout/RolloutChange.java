package dev.myriarch.rollout;

import dev.myriarch.base.Value;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One step of what a decision writes. Each says what it expects to find, so that of two replicas
 * that decide on the same state only one takes effect.
 */
public sealed interface RolloutChange {
    /**
     * Another status. The first {@link RolloutStatus#RUNNING} sets the start, a status that is not
     * live the end.
     */
    record SetStatus(RolloutStatus expected, RolloutStatus next, String reason)
            implements RolloutChange {}

    /** Where a rollout is that keeps its status. */
    record SetProgress(
            RolloutStatus expected,
            int currentWave,
            Optional<Instant> wakeAt,
            Value.Mapping annotations)
            implements RolloutChange {}

    /**
     * Another status of a wave. The first {@link WaveStatus#RUNNING} sets the start, a final status
     * the end.
     */
    record SetWaveStatus(int wave, WaveStatus expected, WaveStatus next) implements RolloutChange {}

    /** Lets a wave begin that waits for its approval. */
    record ApproveWave(int wave, String by) implements RolloutChange {}

    /** An operator took note of the failures of a wave. */
    record AcknowledgeFailures(int wave, int expected, int failures) implements RolloutChange {}

    /** A target, guarded by the {@link RolloutTarget#updatedAt} that was read. */
    record UpdateTarget(RolloutTarget target) implements RolloutChange {}

    /** Agents that came later; none of them is a target yet. */
    record AddTargets(List<RolloutTarget> targets) implements RolloutChange {
        public AddTargets {
            targets = List.copyOf(targets);
        }
    }

    record AddEvent(RolloutEvent event) implements RolloutChange {}
}
