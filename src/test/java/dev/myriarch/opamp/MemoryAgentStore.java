package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentFacets;
import dev.myriarch.agent.AgentPage;
import dev.myriarch.agent.AgentQuery;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.Assignment;
import dev.myriarch.agent.Connection;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** An inventory in memory that counts how often it was asked. Thread-safe. */
final class MemoryAgentStore implements AgentStore {
    private static final Connection NEVER =
            new Connection(
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
    private static final Reported NOTHING =
            new Reported(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
    static final Assignment UNASSIGNED =
            new Assignment(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    "",
                    Optional.empty(),
                    "none");

    private final Map<AgentId, Agent> agents = new HashMap<>();
    private final Map<ConfigHash, StoredConfig> effective = new HashMap<>();
    private final Map<ConfigHash, Map<String, List<String>>> components = new HashMap<>();
    private final List<AgentEvent> events = new ArrayList<>();
    private int statements;
    private boolean failing;

    /** Statements since the last call. */
    synchronized int takeStatements() {
        int taken = statements;
        statements = 0;
        return taken;
    }

    /** The database is away, or back. */
    synchronized void failing(boolean away) {
        failing = away;
    }

    synchronized Agent agent(AgentId id) {
        return Optional.ofNullable(agents.get(id)).orElseThrow();
    }

    synchronized int size() {
        return agents.size();
    }

    synchronized List<String> eventTypes(AgentId id) {
        return events.stream().filter(e -> e.agent().equals(id)).map(AgentEvent::type).toList();
    }

    /** Sets what the server wants of an agent. */
    synchronized void desire(AgentId id, Optional<String> fleet, Optional<ConfigHash> desired) {
        edit(
                id,
                agent ->
                        with(
                                agent,
                                new Assignment(
                                        fleet,
                                        desired,
                                        desired,
                                        agent.assignment().failed(),
                                        Optional.empty(),
                                        "",
                                        Optional.empty(),
                                        "pending")));
    }

    private void statement() {
        statements++;
        if (failing) {
            throw new IllegalStateException("the database is away");
        }
    }

    private boolean edit(AgentId id, UnaryOperator<Agent> change) {
        return agents.computeIfPresent(id, (_, agent) -> change.apply(agent)) != null;
    }

    @Override
    public synchronized Optional<Agent> find(AgentId id) {
        statement();
        return Optional.ofNullable(agents.get(id));
    }

    @Override
    public synchronized List<Agent> findAll(Collection<AgentId> ids) {
        statement();
        return ids.stream().filter(agents::containsKey).map(this::agent).toList();
    }

    @Override
    public AgentPage list(AgentQuery query) {
        throw new UnsupportedOperationException("not needed by the endpoint");
    }

    @Override
    public AgentFacets facets(AgentQuery query) {
        throw new UnsupportedOperationException("not needed by the endpoint");
    }

    @Override
    public synchronized boolean upsertDescription(
            AgentId id, AgentKind kind, Description description, String credential, Instant now) {
        statement();
        Agent before = agents.get(id);
        agents.put(
                id,
                before == null
                        ? new Agent(
                                id, kind, description, NEVER, NOTHING, UNASSIGNED, credential, now)
                        : new Agent(
                                id,
                                kind,
                                description,
                                before.connection(),
                                before.reported(),
                                before.assignment(),
                                before.credential().isEmpty() ? credential : before.credential(),
                                before.createdAt()));
        return before == null;
    }

    @Override
    public synchronized boolean updateCapabilities(AgentId id, long capabilities, Instant now) {
        statement();
        return edit(
                id,
                agent ->
                        new Agent(
                                id,
                                agent.kind(),
                                new Description(
                                        agent.description().identifying(),
                                        agent.description().nonIdentifying(),
                                        agent.description().tokenLabels(),
                                        agent.description().labels(),
                                        capabilities),
                                agent.connection(),
                                agent.reported(),
                                agent.assignment(),
                                agent.credential(),
                                agent.createdAt()));
    }

    @Override
    public synchronized boolean markOnline(
            AgentId id, String replica, String transport, String remoteAddress, Instant now) {
        statement();
        return edit(
                id,
                agent ->
                        with(
                                agent,
                                new Connection(
                                        true,
                                        Optional.of(replica),
                                        Optional.of(transport),
                                        Optional.of(remoteAddress),
                                        Optional.of(now),
                                        agent.connection().disconnectedAt(),
                                        Optional.empty(),
                                        Optional.of(now))));
    }

    @Override
    public synchronized boolean markOffline(
            AgentId id, String replica, DisconnectCause cause, Instant now) {
        statement();
        Agent agent = agents.get(id);
        boolean hit =
                agent != null
                        && agent.connection().online()
                        && agent.connection().replica().filter(replica::equals).isPresent();
        return hit && edit(id, held -> with(held, offline(held.connection(), cause, now)));
    }

    private static Connection offline(Connection before, DisconnectCause cause, Instant now) {
        return new Connection(
                false,
                before.replica(),
                before.transport(),
                before.remoteAddress(),
                before.connectedAt(),
                Optional.of(now),
                Optional.of(cause),
                before.lastSeenAt());
    }

    @Override
    public synchronized List<AgentId> markReplicaOffline(
            String replica, DisconnectCause cause, Instant now) {
        statement();
        List<AgentId> held =
                agents.values().stream()
                        .filter(agent -> agent.connection().online())
                        .filter(agent ->
                                agent.connection().replica().filter(replica::equals).isPresent())
                        .map(Agent::id)
                        .toList();
        held.forEach(id -> edit(id, agent -> with(agent, offline(agent.connection(), cause, now))));
        return held;
    }

    @Override
    public synchronized List<AgentId> markStaleOffline(Instant before, Instant now) {
        statement();
        List<AgentId> stale =
                agents.values().stream()
                        .filter(agent -> agent.connection().online())
                        .filter(agent ->
                                agent.connection()
                                        .lastSeenAt()
                                        .filter(seen -> seen.isBefore(before))
                                        .isPresent())
                        .map(Agent::id)
                        .toList();
        stale.forEach(id ->
                edit(
                        id,
                        agent ->
                                with(
                                        agent,
                                        offline(
                                                agent.connection(),
                                                DisconnectCause.NETWORK,
                                                now))));
        return stale;
    }

    @Override
    public synchronized void touchLastSeen(Map<AgentId, Instant> lastSeen) {
        statement();
        lastSeen.forEach((id, at) ->
                edit(
                        id,
                        agent ->
                                with(
                                        agent,
                                        new Connection(
                                                agent.connection().online(),
                                                agent.connection().replica(),
                                                agent.connection().transport(),
                                                agent.connection().remoteAddress(),
                                                agent.connection().connectedAt(),
                                                agent.connection().disconnectedAt(),
                                                agent.connection().cause(),
                                                Optional.of(at)))));
    }

    @Override
    public synchronized boolean storeHealth(
            AgentId id, boolean healthy, Value health, Instant now) {
        statement();
        return edit(
                id,
                agent ->
                        with(
                                agent,
                                new Reported(
                                        Optional.of(healthy),
                                        Optional.of(health),
                                        Optional.of(now),
                                        agent.reported().effectiveConfig(),
                                        agent.reported().effectiveConfigAt(),
                                        agent.reported().components(),
                                        agent.reported().remoteConfig())));
    }

    @Override
    public synchronized boolean storeEffectiveConfig(
            AgentId id, ConfigHash hash, byte[] body, String contentType, Instant now) {
        statement();
        effective.put(hash, new StoredConfig(hash, body, contentType));
        return edit(
                id,
                agent ->
                        with(
                                agent,
                                new Reported(
                                        agent.reported().healthy(),
                                        agent.reported().health(),
                                        agent.reported().healthAt(),
                                        Optional.of(hash),
                                        Optional.of(now),
                                        agent.reported().components(),
                                        agent.reported().remoteConfig())));
    }

    @Override
    public synchronized boolean storeRemoteConfig(AgentId id, Reported.RemoteConfig status) {
        statement();
        return edit(
                id,
                agent ->
                        with(
                                agent,
                                new Reported(
                                        agent.reported().healthy(),
                                        agent.reported().health(),
                                        agent.reported().healthAt(),
                                        agent.reported().effectiveConfig(),
                                        agent.reported().effectiveConfigAt(),
                                        agent.reported().components(),
                                        Optional.of(status))));
    }

    @Override
    public synchronized boolean hasComponents(ConfigHash hash) {
        statement();
        return components.containsKey(hash);
    }

    @Override
    public synchronized boolean storeComponents(
            AgentId id, ConfigHash hash, Optional<Map<String, List<String>>> set, Instant now) {
        statement();
        set.ifPresent(given -> components.put(hash, given));
        return edit(
                id,
                agent ->
                        with(
                                agent,
                                new Reported(
                                        agent.reported().healthy(),
                                        agent.reported().health(),
                                        agent.reported().healthAt(),
                                        agent.reported().effectiveConfig(),
                                        agent.reported().effectiveConfigAt(),
                                        Optional.of(hash),
                                        agent.reported().remoteConfig())));
    }

    @Override
    public synchronized Optional<Map<String, List<String>>> components(ConfigHash hash) {
        statement();
        return Optional.ofNullable(components.get(hash));
    }

    @Override
    public synchronized boolean markFailed(AgentId id, ConfigHash hash) {
        statement();
        boolean desired = agent(id).assignment().desired().filter(hash::equals).isPresent();
        return desired && edit(id, agent -> with(agent, failed(agent, Optional.of(hash))));
    }

    @Override
    public synchronized boolean clearFailed(AgentId id) {
        statement();
        return edit(id, agent -> with(agent, failed(agent, Optional.empty())));
    }

    private static Assignment failed(Agent agent, Optional<ConfigHash> hash) {
        Assignment before = agent.assignment();
        return new Assignment(
                before.fleet(),
                before.assigned(),
                before.desired(),
                hash,
                before.targetVersion(),
                before.error(),
                before.assignedAt(),
                hash.isPresent() ? "failed" : "pending");
    }

    @Override
    public synchronized Optional<StoredConfig> effectiveConfig(ConfigHash hash) {
        statement();
        return Optional.ofNullable(effective.get(hash));
    }

    @Override
    public synchronized void addEvent(AgentEvent event) {
        statement();
        events.add(event);
    }

    @Override
    public synchronized List<AgentEvent> events(AgentId id, int limit) {
        statement();
        return events.reversed().stream()
                .filter(event -> event.agent().equals(id))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized boolean delete(AgentId id) {
        statement();
        return agents.remove(id) != null;
    }

    private static Agent with(Agent agent, Connection connection) {
        return copy(agent, connection, agent.reported(), agent.assignment());
    }

    private static Agent with(Agent agent, Reported reported) {
        return copy(agent, agent.connection(), reported, agent.assignment());
    }

    private static Agent with(Agent agent, Assignment assignment) {
        return copy(agent, agent.connection(), agent.reported(), assignment);
    }

    private static Agent copy(
            Agent agent, Connection connection, Reported reported, Assignment assignment) {
        return new Agent(
                agent.id(),
                agent.kind(),
                agent.description(),
                connection,
                reported,
                assignment,
                agent.credential(),
                agent.createdAt());
    }
}
