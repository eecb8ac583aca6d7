package dev.myriarch.assignment;

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

/** Agents for tests. */
final class TestAgents {
    static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    static final Assignment NONE = assignment(Optional.empty(), Optional.empty(), Optional.empty());

    private TestAgents() {}

    static AgentId id(int number) {
        return new AgentId(new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0000L | number));
    }

    static Agent linux(int number, Assignment assignment) {
        return agent(number, AgentKind.COLLECTOR, Map.of("os.type", "linux"), assignment);
    }

    static Agent agent(
            int number, AgentKind kind, Map<String, String> attributes, Assignment assignment) {
        return new Agent(
                id(number),
                kind,
                new Description(Map.of(), attributes, Map.of(), Map.of(), 0),
                new Connection(
                        true,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                new Reported(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                assignment,
                "token",
                NOW);
    }

    static Assignment assignment(
            Optional<String> fleet, Optional<ConfigHash> assigned, Optional<ConfigHash> desired) {
        return new Assignment(
                fleet,
                assigned,
                desired,
                Optional.empty(),
                Optional.empty(),
                "",
                Optional.empty(),
                "");
    }
}
