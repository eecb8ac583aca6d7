package dev.myriarch.rollout;

import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One agent in a rollout.
 *
 * @param wave index of its wave
 * @param hostName as it was when the target was added; the agent may be gone
 * @param progress phase, steps, download and source, as the API shows them
 * @param observations what the engine saw during this attempt and has to know after a change of the
 *     leader
 * @param updatedAt guards updates: one that expects another time hits nothing
 */
public record RolloutTarget(
        AgentId agent,
        int wave,
        String hostName,
        Refs refs,
        State state,
        Value.Mapping progress,
        Value.Mapping observations,
        Instant updatedAt) {
    public RolloutTarget {
        Objects.requireNonNull(agent, "agent");
        Objects.requireNonNull(hostName, "hostName");
        Objects.requireNonNull(refs, "refs");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(observations, "observations");
        Objects.requireNonNull(updatedAt, "updatedAt");
    }

    /** A target that was not started. */
    public static RolloutTarget planned(
            AgentId agent, int wave, String hostName, Refs refs, Instant now) {
        return new RolloutTarget(
                agent,
                wave,
                hostName,
                refs,
                State.PLANNED,
                Value.emptyMapping(),
                Value.emptyMapping(),
                now);
    }

    /** This target in another state; its {@link #updatedAt} still is the one that was read. */
    public RolloutTarget with(State next) {
        return new RolloutTarget(
                agent, wave, hostName, refs, next, progress, observations, updatedAt);
    }

    /**
     * @param from hash or version before, empty when there was none
     * @param to hash or version that it shall get
     */
    public record Refs(String from, String to) {
        public Refs {
            Objects.requireNonNull(from, "from");
            Objects.requireNonNull(to, "to");
        }
    }

    /**
     * @param reason code of why it has this status, such as {@code offline}; may be empty
     * @param message the same for people; may be empty
     * @param attempt 0 before the first start
     * @param executorReference job or delivery of the executor
     * @param verifiedAt when the health wait began
     */
    public record State(
            TargetStatus status,
            String reason,
            String message,
            int attempt,
            Optional<String> executorReference,
            Optional<Instant> startedAt,
            Optional<Instant> verifiedAt,
            Optional<Instant> finishedAt) {
        static final State PLANNED =
                new State(
                        TargetStatus.PENDING,
                        "",
                        "",
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());

        public State {
            Objects.requireNonNull(status, "status");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(message, "message");
            if (attempt < 0) {
                throw new IllegalArgumentException("attempt " + attempt);
            }
        }
    }
}
