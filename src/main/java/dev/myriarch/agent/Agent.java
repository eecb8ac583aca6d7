package dev.myriarch.agent;

import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import java.time.Instant;
import java.util.Objects;

/** Everything that is stored of one agent, grouped by who writes it. */
public record Agent(
        AgentId id,
        AgentKind kind,
        Description description,
        Connection connection,
        Reported reported,
        Assignment assignment,
        String credential,
        Instant createdAt) {
    public Agent {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(credential, "credential");
        Objects.requireNonNull(createdAt, "createdAt");
    }
}
