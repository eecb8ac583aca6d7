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
        Instant createdAt,
        Upkeep upkeep,
        AgentLinks links) {
    public Agent {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(credential, "credential");
        Objects.requireNonNull(createdAt, "createdAt");
        Objects.requireNonNull(upkeep, "upkeep");
        Objects.requireNonNull(links, "links");
    }

    /** An agent without updater or collector. */
    public Agent(
            AgentId id,
            AgentKind kind,
            Description description,
            Connection connection,
            Reported reported,
            Assignment assignment,
            String credential,
            Instant createdAt,
            Upkeep upkeep) {
        this(
                id,
                kind,
                description,
                connection,
                reported,
                assignment,
                credential,
                createdAt,
                upkeep,
                AgentLinks.NONE);
    }

    /** An agent that nobody asked anything of. */
    public Agent(
            AgentId id,
            AgentKind kind,
            Description description,
            Connection connection,
            Reported reported,
            Assignment assignment,
            String credential,
            Instant createdAt) {
        this(
                id,
                kind,
                description,
                connection,
                reported,
                assignment,
                credential,
                createdAt,
                Upkeep.NONE);
    }
}
