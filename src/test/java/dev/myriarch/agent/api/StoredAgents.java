package dev.myriarch.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Assignment;
import dev.myriarch.agent.Description;
import dev.myriarch.agent.Reported;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.assignment.AssignmentChange;
import dev.myriarch.assignment.RenderedConfigStore;
import dev.myriarch.assignment.pg.AssignmentStorePg;
import dev.myriarch.assignment.pg.RenderedConfigStorePg;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The inventory behind the API, with {@link SampleAgents#healthy()} as its only agent at first. */
final class StoredAgents {
    /** What the fleet of the sample renders. */
    static final String TEXT = "receivers: {}\n";

    static final ConfigHash RENDERED = ConfigHash.of(TEXT.getBytes(StandardCharsets.UTF_8));
    private static final List<String> TABLES =
            List.of(
                    "agents",
                    "agent_events",
                    "component_sets",
                    "effective_configs",
                    "rendered_configs");

    final AgentStorePg agents;
    final RenderedConfigStorePg configs;
    private final AssignmentStorePg assignments;

    StoredAgents(TestDatabase test) {
        test.clear(TABLES);
        agents = new AgentStorePg(test.database());
        configs = new RenderedConfigStorePg(test.database());
        assignments = new AssignmentStorePg(test.database());
        configs.put(
                new RenderedConfigStore.RenderedConfig(
                        RENDERED,
                        TEXT.getBytes(StandardCharsets.UTF_8),
                        "edge",
                        "b",
                        "r1",
                        List.of("b")),
                SampleAgents.NOW);
        register(SampleAgents.ID, SampleAgents.description(SampleAgents.CAPABILITIES));
        online(SampleAgents.ID, SampleAgents.NOW);
        hit(agents.storeHealth(SampleAgents.ID, true, Value.emptyMapping(), SampleAgents.NOW));
        assign(SampleAgents.ID, Optional.of("edge"), Optional.of(RENDERED), Optional.of(RENDERED));
        hit(
                agents.storeRemoteConfig(
                        SampleAgents.ID,
                        new Reported.RemoteConfig(
                                Optional.of(RENDERED),
                                RemoteConfigStatus.APPLIED,
                                "",
                                SampleAgents.NOW)));
    }

    void register(AgentId id, Description description) {
        hit(
                agents.upsertDescription(
                        id, AgentKind.COLLECTOR, description, "token:1", SampleAgents.NOW));
    }

    /** A collector that said nothing but who it is. */
    void register(AgentId id, String host, Map<String, String> others) {
        register(id, new Description(Map.of("host.name", host), others, Map.of(), Map.of(), 0));
    }

    void online(AgentId id, Instant at) {
        hit(agents.markOnline(id, "replica-1", "websocket", "192.0.2.1", at));
    }

    void offline(AgentId id) {
        hit(agents.markOffline(id, "replica-1", DisconnectCause.NETWORK, SampleAgents.NOW));
    }

    void assign(
            AgentId id,
            Optional<String> fleet,
            Optional<ConfigHash> assigned,
            Optional<ConfigHash> desired) {
        assign(id, fleet, assigned, desired, "");
    }

    void assign(
            AgentId id,
            Optional<String> fleet,
            Optional<ConfigHash> assigned,
            Optional<ConfigHash> desired,
            String error) {
        Assignment before = agents.find(id).orElseThrow().assignment();
        hit(
                assignments.compareAndSet(
                        id,
                        before,
                        new AssignmentChange(
                                Map.of("site", "berlin"),
                                fleet,
                                assigned,
                                desired,
                                Optional.empty(),
                                error),
                        SampleAgents.NOW));
    }

    static void hit(boolean hit) {
        assertThat(hit).isTrue();
    }
}
