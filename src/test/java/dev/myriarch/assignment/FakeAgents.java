package dev.myriarch.assignment;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentFacets;
import dev.myriarch.agent.AgentPage;
import dev.myriarch.agent.AgentQuery;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.Assignment;
import dev.myriarch.agent.Description;
import dev.myriarch.agent.Reported;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Agents in memory, as far as the assignment needs them. Thread-safe. */
final class FakeAgents implements AgentStore, AssignmentStore {
    final Map<AgentId, Agent> agents = new ConcurrentSkipListMap<>();
    final List<AgentEvent> events = new ArrayList<>();
    final Map<ConfigHash, Map<String, List<String>>> components = new ConcurrentHashMap<>();

    /** Runs before each compare-and-set, as another replica would. */
    Runnable before = () -> {};

    void put(Agent agent) {
        agents.put(agent.id(), agent);
    }

    Agent get(AgentId id) {
        return Objects.requireNonNull(agents.get(id));
    }

    @Override
    public Optional<Agent> find(AgentId id) {
        return Optional.ofNullable(agents.get(id));
    }

    @Override
    public List<Agent> findAll(Collection<AgentId> ids) {
        return ids.stream().map(this::find).flatMap(Optional::stream).toList();
    }

    @Override
    public List<AgentId> agentIds() {
        return List.copyOf(agents.keySet());
    }

    @Override
    public boolean compareAndSet(
            AgentId id, Assignment expected, AssignmentChange change, Instant now) {
        before.run();
        Agent agent = agents.get(id);
        if (agent == null || !agent.assignment().equals(expected)) {
            return false;
        }
        Optional<ConfigHash> failed =
                change.desired().equals(expected.desired()) ? expected.failed() : Optional.empty();
        put(
                TestAgents.with(
                        agent,
                        change.labels(),
                        new Assignment(
                                change.fleet(),
                                change.assigned(),
                                change.desired(),
                                failed,
                                change.targetVersion(),
                                change.error(),
                                Optional.of(now),
                                "")));
        return true;
    }

    @Override
    public synchronized void addEvent(AgentEvent event) {
        events.add(event);
    }

    @Override
    public Optional<Map<String, List<String>>> components(ConfigHash hash) {
        return Optional.ofNullable(components.get(hash));
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("the assignment does not need this");
    }

    @Override
    public AgentPage list(AgentQuery query) {
        throw unused();
    }

    @Override
    public AgentFacets facets(AgentQuery query) {
        throw unused();
    }

    @Override
    public boolean upsertDescription(
            AgentId id, AgentKind kind, Description description, String credential, Instant now) {
        throw unused();
    }

    @Override
    public boolean updateCapabilities(AgentId id, long capabilities, Instant now) {
        throw unused();
    }

    @Override
    public boolean markOnline(
            AgentId id, String replica, String transport, String remoteAddress, Instant now) {
        throw unused();
    }

    @Override
    public boolean markOffline(AgentId id, String replica, DisconnectCause cause, Instant now) {
        throw unused();
    }

    @Override
    public List<AgentId> markReplicaOffline(String replica, DisconnectCause cause, Instant now) {
        throw unused();
    }

    @Override
    public List<AgentId> markStaleOffline(Instant limit, Instant now) {
        throw unused();
    }

    @Override
    public void touchLastSeen(Map<AgentId, Instant> lastSeen) {
        throw unused();
    }

    @Override
    public boolean storeHealth(AgentId id, boolean healthy, Value health, Instant now) {
        throw unused();
    }

    @Override
    public boolean storeEffectiveConfig(
            AgentId id, ConfigHash hash, byte[] body, String contentType, Instant now) {
        throw unused();
    }

    @Override
    public boolean storeRemoteConfig(AgentId id, Reported.RemoteConfig status) {
        throw unused();
    }

    @Override
    public boolean storeComponents(
            AgentId id, ConfigHash reported, Map<String, List<String>> set, Instant now) {
        throw unused();
    }

    @Override
    public boolean markFailed(AgentId id, ConfigHash hash) {
        throw unused();
    }

    @Override
    public boolean clearFailed(AgentId id) {
        throw unused();
    }

    @Override
    public Optional<StoredConfig> effectiveConfig(ConfigHash hash) {
        throw unused();
    }

    @Override
    public List<AgentEvent> events(AgentId id, int limit) {
        throw unused();
    }

    @Override
    public boolean delete(AgentId id) {
        return agents.remove(id) != null;
    }
}
