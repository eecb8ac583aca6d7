package dev.myriarch.rollout;

import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Something that happened in a rollout, for its timeline.
 *
 * @param type created, started, wave_started, approved, paused, …
 * @param severity info, warning or error
 * @param actor reference of a principal, {@code gitops} or {@code system}
 * @param text one line for people
 */
public record RolloutEvent(
        Instant at,
        String type,
        String severity,
        Optional<Integer> wave,
        Optional<AgentId> agent,
        String actor,
        String text,
        Value.Mapping details) {
    public RolloutEvent {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(details, "details");
    }
}
