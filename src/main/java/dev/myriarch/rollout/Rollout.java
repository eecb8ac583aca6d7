package dev.myriarch.rollout;

import dev.myriarch.base.Value;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A change that reaches the agents of a fleet wave by wave.
 *
 * @param policy the policy as it was when the rollout was created, with its name, path and commit;
 *     later changes in Git do not touch a rollout
 * @param waves in the order in which they run
 */
public record Rollout(
        RolloutId id,
        Change change,
        Request request,
        Value.Mapping policy,
        Value.Mapping annotations,
        State state,
        List<Wave> waves) {
    public Rollout {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(annotations, "annotations");
        waves = List.copyOf(waves);
    }

    /** Over all waves. */
    public TargetCounts counts() {
        return waves.stream().map(Wave::counts).reduce(TargetCounts.NONE, TargetCounts::plus);
    }

    /**
     * What changes.
     *
     * @param from commit or version before, empty when the agents do not start from the same one
     * @param to commit of a configuration rollout, version of a version rollout
     */
    public record Change(RolloutKind kind, String fleet, String from, String to) {
        public Change {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(fleet, "fleet");
            Objects.requireNonNull(from, "from");
            Objects.requireNonNull(to, "to");
        }
    }

    /**
     * Who wanted it.
     *
     * @param createdBy reference of a principal, or {@code gitops}
     * @param reason given with a choice in the UI, may be empty
     */
    public record Request(
            RolloutOrigin origin, String createdBy, String reason, Instant createdAt) {
        public Request {
            Objects.requireNonNull(origin, "origin");
            Objects.requireNonNull(createdBy, "createdBy");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(createdAt, "createdAt");
        }
    }

    /**
     * @param reason why it has this status, for people; may be empty
     * @param currentWave index of the wave that runs or is next
     * @param wakeAt when something is due without any event
     */
    public record State(
            RolloutStatus status,
            String reason,
            int currentWave,
            Optional<Instant> wakeAt,
            Optional<Instant> startedAt,
            Optional<Instant> finishedAt,
            Instant updatedAt) {
        public State {
            Objects.requireNonNull(status, "status");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(updatedAt, "updatedAt");
        }

        /** Of a rollout that was just created. */
        public static State created(Instant at) {
            return new State(
                    RolloutStatus.PENDING,
                    "",
                    0,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    at);
        }
    }

    /**
     * Agents that change together.
     *
     * @param acknowledgedFailures failures that an operator took note of; they do not count towards
     *     the threshold again
     */
    public record Wave(
            String name,
            boolean requireApproval,
            WaveStatus status,
            Optional<Approval> approval,
            int acknowledgedFailures,
            Optional<Instant> startedAt,
            Optional<Instant> finishedAt,
            TargetCounts counts) {
        public Wave {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(status, "status");
            Objects.requireNonNull(counts, "counts");
        }

        /** A wave that did not begin. */
        public static Wave planned(String name, boolean requireApproval) {
            return new Wave(
                    name,
                    requireApproval,
                    WaveStatus.PENDING,
                    Optional.empty(),
                    0,
                    Optional.empty(),
                    Optional.empty(),
                    TargetCounts.NONE);
        }
    }

    /**
     * @param by reference of the principal who let the wave begin
     */
    public record Approval(String by, Instant at) {
        public Approval {
            Objects.requireNonNull(by, "by");
            Objects.requireNonNull(at, "at");
        }
    }
}
