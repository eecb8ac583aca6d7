package dev.myriarch.agent.api;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentFacets;
import dev.myriarch.agent.AgentPage;
import dev.myriarch.agent.AgentQuery;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.Description;
import dev.myriarch.agent.Reported;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One agent to read; remembers the queries. */
final class FakeAgentStore implements AgentStore {
    private final List<AgentQuery> queries = new ArrayList<>();
    private Agent agent;

    FakeAgentStore(Agent agent) {
        this.agent = agent;
    }

    void put(Agent other) {
        agent = other;
    }

    AgentQuery lastQuery() {
        return queries.getLast();
    }

    @Override
    public Optional<Agent> find(AgentId id) {
        return Optional.of(agent).filter(each -> each.id().equals(id));
    }

    @Override
    public AgentPage list(AgentQuery query) {
        queries.add(query);
        return new AgentPage(List.of(agent), query.page(), query.pageSize(), 1);
    }

    @Override
    public AgentFacets facets(AgentQuery query) {
        queries.add(query);
        return new AgentFacets(Map.of("fleet", List.of(new AgentFacets.Count("edge", 1))), 1);
    }

    @Override
    public Optional<Map<String, List<String>>> components(ConfigHash hash) {
        return Optional.of(Map.of("receivers", List.of("otlp", "hostmetrics")));
    }

    @Override
    public Optional<StoredConfig> effectiveConfig(ConfigHash hash) {
        return hash.equals(SampleAgents.OLD)
                ? Optional.of(
                        new StoredConfig(
                                hash, "a: 1\n".getBytes(StandardCharsets.UTF_8), "text/yaml"))
                : Optional.empty();
    }

    @Override
    public List<AgentEvent> events(AgentId id, int limit) {
        AgentEvent event =
                new AgentEvent(
                        id,
                        SampleAgents.NOW,
                        "connected",
                        "info",
                        "connected over websocket",
                        Value.emptyMapping());
        return List.of(event, event).subList(0, Math.min(limit, 2));
    }

    @Override
    public List<Agent> findAll(Collection<AgentId> ids) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean upsertDescription(
            AgentId id, AgentKind kind, Description description, String credential, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean updateCapabilities(AgentId id, long capabilities, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean markOnline(
            AgentId id, String replica, String transport, String remoteAddress, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean markOffline(AgentId id, String replica, DisconnectCause cause, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<AgentId> markReplicaOffline(String replica, DisconnectCause cause, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<AgentId> markStaleOffline(Instant before, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void touchLastSeen(Map<AgentId, Instant> lastSeen) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean storeHealth(AgentId id, boolean healthy, Value health, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean storeEffectiveConfig(
            AgentId id, ConfigHash hash, byte[] body, String contentType, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean storeRemoteConfig(AgentId id, Reported.RemoteConfig status) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean storeComponents(
            AgentId id, ConfigHash reported, Map<String, List<String>> components, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean markFailed(AgentId id, ConfigHash hash) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean clearFailed(AgentId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void addEvent(AgentEvent event) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean delete(AgentId id) {
        throw new UnsupportedOperationException();
    }
}
