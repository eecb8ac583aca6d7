package dev.myriarch.agent.api;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.Assignment;
import dev.myriarch.agent.Connection;
import dev.myriarch.agent.Description;
import dev.myriarch.agent.Reported;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** An agent as it should be, and ways to make it otherwise. */
final class SampleAgents {
    static final Instant NOW = Instant.parse("2026-01-31T12:00:00.500Z");
    static final AgentId ID = new AgentId(UUID.fromString("019c1400-0000-7000-8000-000000000001"));
    static final ConfigHash OLD = new ConfigHash("11".repeat(32));
    static final ConfigHash NEW = new ConfigHash("22".repeat(32));
    static final long CAPABILITIES = 0b1_1000_0000_0111;

    private SampleAgents() {}

    static Agent healthy() {
        return new Agent(
                ID,
                AgentKind.COLLECTOR,
                description(CAPABILITIES),
                online(),
                reported(),
                assignment("in_sync", Optional.of(NEW), Optional.of(NEW)),
                "token:1",
                NOW);
    }

    static Description description(long capabilities) {
        return new Description(
                Map.of("service.name", "otelcol-contrib", "service.version", "v0.150.0"),
                Map.of("host.name", "edge-1", "os.type", "linux"),
                Map.of("site", "berlin"),
                Map.of("site", "berlin"),
                capabilities);
    }

    static Connection online() {
        return new Connection(
                true,
                Optional.of("replica-1"),
                Optional.of("websocket"),
                Optional.of("192.0.2.1"),
                Optional.of(NOW),
                Optional.empty(),
                Optional.empty(),
                Optional.of(NOW));
    }

    static Reported reported() {
        return new Reported(
                Optional.of(true),
                Optional.empty(),
                Optional.of(NOW),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static Assignment assignment(
            String sync, Optional<ConfigHash> assigned, Optional<ConfigHash> desired) {
        return new Assignment(
                Optional.of("edge"),
                assigned,
                desired,
                sync.equals("failed") ? desired : Optional.empty(),
                Optional.empty(),
                "",
                Optional.of(NOW),
                sync);
    }

    static Agent with(Agent agent, Connection connection) {
        return new Agent(
                agent.id(),
                agent.kind(),
                agent.description(),
                connection,
                agent.reported(),
                agent.assignment(),
                agent.credential(),
                agent.createdAt());
    }

    static Agent with(Agent agent, Reported reported) {
        return new Agent(
                agent.id(),
                agent.kind(),
                agent.description(),
                agent.connection(),
                reported,
                agent.assignment(),
                agent.credential(),
                agent.createdAt());
    }

    static Agent with(Agent agent, Assignment assignment) {
        return new Agent(
                agent.id(),
                agent.kind(),
                agent.description(),
                agent.connection(),
                agent.reported(),
                assignment,
                agent.credential(),
                agent.createdAt());
    }

    static Agent with(Agent agent, Description description) {
        return new Agent(
                agent.id(),
                agent.kind(),
                description,
                agent.connection(),
                agent.reported(),
                agent.assignment(),
                agent.credential(),
                agent.createdAt());
    }
}
