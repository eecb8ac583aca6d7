package dev.myriarch.agent.pg;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentFacets;
import dev.myriarch.agent.AgentPage;
import dev.myriarch.agent.AgentQuery;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.AgentWrite;
import dev.myriarch.agent.ConfigProof;
import dev.myriarch.agent.Description;
import dev.myriarch.agent.PackageReport;
import dev.myriarch.agent.Reported;
import dev.myriarch.base.Value;
import dev.myriarch.db.Combiner;
import dev.myriarch.db.Database;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import dev.myriarch.db.StoredText;
import dev.myriarch.db.Write;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** The inventory in PostgreSQL: agents, their events, what they reported. Thread-safe. */
public final class AgentStorePg implements AgentStore {
    /** More than a replica has agents; each of them waits for one read at a time. */
    private static final int MOST_WAITING = 20_000;

    private static final int MOST_TOGETHER = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Database database;
    private final AgentListingPg listing;
    private final Combiner<AgentId, Optional<Agent>> reads =
            new Combiner<>(
                    new Combiner.Limits(MOST_WAITING, MOST_TOGETHER, PATIENCE),
                    // Two who ask for one agent are answered with one read each.
                    id -> id,
                    this::readAll);

    public AgentStorePg(Database database) {
        this.database = database;
        this.listing = new AgentListingPg(database);
    }

    @Override
    public Optional<Agent> find(AgentId id) {
        return database.isFenced() ? read(id) : reads.ask(id);
    }

    /** Callers of {@link #find} whose read has not begun. */
    public int waitingReads() {
        return reads.waiting();
    }

    private Optional<Agent> read(AgentId id) {
        return database.one(
                AgentSql.FIND, parameters -> parameters.uuid(id.uuid()), AgentRow::read);
    }

    /** Many agents that come at once are read with one statement. */
    private List<Combiner.Outcome<Optional<Agent>>> readAll(List<AgentId> ids) {
        if (ids.size() == 1) {
            return List.of(new Combiner.Outcome.Answered<>(read(ids.getFirst())));
        }
        Map<AgentId, Agent> found = new HashMap<>();
        findAll(ids).forEach(agent -> found.put(agent.id(), agent));
        return ids.stream()
                .<Combiner.Outcome<Optional<Agent>>>map(
                        id -> new Combiner.Outcome.Answered<>(Optional.ofNullable(found.get(id))))
                .toList();
    }

    @Override
    public List<Agent> findAll(Collection<AgentId> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        List<UUID> uuids = ids.stream().map(AgentId::uuid).toList();
        return database.list(
                AgentSql.FIND_ALL, parameters -> parameters.uuids(uuids), AgentRow::read);
    }

    @Override
    public AgentPage list(AgentQuery query) {
        return listing.list(query);
    }

    @Override
    public AgentFacets facets(AgentQuery query) {
        return listing.facets(query);
    }

    @Override
    public boolean upsertDescription(
            AgentId id, AgentKind kind, Description description, String credential, Instant now) {
        return database.one(
                        AgentSql.UPSERT,
                        parameters ->
                                AgentWrites.description(
                                        parameters,
                                        id,
                                        kind,
                                        description,
                                        credential,
                                        Optional.empty(),
                                        now),
                        row -> row.bool("inserted"))
                .orElseThrow(() -> new IllegalStateException("an upsert returned no row"));
    }

    @Override
    public boolean write(AgentId id, List<AgentWrite> changes, Instant now) {
        if (changes.isEmpty()) {
            return true;
        }
        AgentWrites writes = AgentWrites.of(id, changes, now);
        return writes.hit(database.write(id.uuid(), writes.statements()));
    }

    @Override
    public boolean updateCapabilities(AgentId id, long capabilities, Instant now) {
        return write(id, List.of(new AgentWrite.Capabilities(capabilities)), now);
    }

    @Override
    public boolean markOnline(
            AgentId id, String replica, String transport, String remoteAddress, Instant now) {
        return write(id, List.of(new AgentWrite.Online(replica, transport, remoteAddress)), now);
    }

    @Override
    public boolean takeBack(
            AgentId id,
            String replica,
            String transport,
            String remoteAddress,
            Instant since,
            Instant now) {
        return hit(
                id,
                AgentSql.TAKE_BACK,
                parameters ->
                        parameters
                                .text(replica)
                                .text(transport)
                                .text(remoteAddress)
                                .instant(since)
                                .instant(now)
                                .instant(now)
                                .uuid(id.uuid())
                                .instant(since));
    }

    @Override
    public boolean markOffline(AgentId id, String replica, DisconnectCause cause, Instant now) {
        return disconnect(id, replica, cause, Optional.empty(), List.of(), now);
    }

    @Override
    public boolean disconnect(
            AgentId id,
            String replica,
            DisconnectCause cause,
            Optional<Instant> seen,
            List<AgentEvent> events,
            Instant now) {
        List<Write> writes = new ArrayList<>();
        writes.add(
                new Write(
                        AgentSql.OFFLINE,
                        parameters ->
                                parameters
                                        .instant(now)
                                        .text(cause.text())
                                        .instant(seen.orElse(null))
                                        .instant(now)
                                        .uuid(id.uuid())
                                        .text(replica)));
        for (AgentEvent event : events) {
            writes.add(EventOfChange.write(event));
        }
        return database.write(id.uuid(), writes)[0] == 1;
    }

    @Override
    public List<AgentId> markReplicaOffline(String replica, DisconnectCause cause, Instant now) {
        return changed(
                AgentSql.REPLICA_OFFLINE,
                parameters ->
                        parameters.instant(now).text(cause.text()).instant(now).text(replica));
    }

    @Override
    public List<AgentId> markStaleOffline(Instant before, Instant now) {
        return changed(
                AgentSql.STALE_OFFLINE,
                parameters -> parameters.instant(now).instant(now).instant(before));
    }

    @Override
    public void touchLastSeen(Map<AgentId, Instant> lastSeen) {
        if (lastSeen.isEmpty()) {
            return;
        }
        Map<AgentId, Instant> sorted = new TreeMap<>(lastSeen);
        List<UUID> ids = sorted.keySet().stream().map(AgentId::uuid).toList();
        List<String> times = sorted.values().stream().map(Instant::toString).toList();
        // Agents that are gone are no hit, and nobody has to know.
        int _ =
                database.inTransaction(jdbc ->
                        jdbc.update(
                                AgentSql.TOUCH, parameters -> parameters.uuids(ids).texts(times)));
    }

    @Override
    public boolean storeHealth(AgentId id, boolean healthy, Value health, Instant now) {
        return write(id, List.of(new AgentWrite.Health(healthy, health)), now);
    }

    @Override
    public boolean storePackages(AgentId id, PackageReport report, Instant now) {
        return write(id, List.of(new AgentWrite.Packages(report)), now);
    }

    @Override
    public boolean storeEffectiveConfig(
            AgentId id, ConfigHash hash, byte[] body, String contentType, Instant now) {
        return write(id, List.of(new AgentWrite.EffectiveConfig(hash, body, contentType)), now);
    }

    @Override
    public boolean storeRemoteConfig(AgentId id, Reported.RemoteConfig status) {
        return write(id, List.of(new AgentWrite.RemoteConfig(status)), status.at());
    }

    @Override
    public boolean storeComponents(
            AgentId id, ConfigHash reported, Map<String, List<String>> components, Instant now) {
        return write(id, List.of(new AgentWrite.Components(reported, components)), now);
    }

    @Override
    public Optional<Map<String, List<String>>> components(ConfigHash set) {
        return database.one(
                AgentSql.COMPONENTS,
                parameters -> parameters.text(set.hex()),
                row -> componentsOf(row.text("components")));
    }

    @Override
    public boolean markFailed(AgentId id, ConfigHash hash) {
        return hit(
                id,
                AgentSql.MARK_FAILED,
                parameters -> parameters.text(hash.hex()).uuid(id.uuid()).text(hash.hex()));
    }

    @Override
    public boolean clearFailed(AgentId id) {
        return hit(id, AgentSql.CLEAR_FAILED, parameters -> parameters.uuid(id.uuid()));
    }

    @Override
    public boolean requestRestart(AgentId id, Instant now) {
        return hit(
                id,
                AgentSql.REQUEST_RESTART,
                parameters -> parameters.instant(now).uuid(id.uuid()));
    }

    @Override
    public boolean takeRestart(AgentId id, Instant requested) {
        return take(AgentSql.TAKE_RESTART, id, requested);
    }

    @Override
    public List<AgentId> takeOldRestarts(Instant before) {
        return changed(AgentSql.TAKE_OLD_RESTARTS, parameters -> parameters.instant(before));
    }

    @Override
    public boolean requestResync(AgentId id, Instant now) {
        return hit(
                id, AgentSql.REQUEST_RESYNC, parameters -> parameters.instant(now).uuid(id.uuid()));
    }

    @Override
    public boolean takeResync(AgentId id, Instant requested) {
        return take(AgentSql.TAKE_RESYNC, id, requested);
    }

    private boolean take(String sql, AgentId id, Instant requested) {
        return hit(id, sql, parameters -> parameters.uuid(id.uuid()).instant(requested));
    }

    @Override
    public boolean releaseCredential(AgentId id, Instant now) {
        return hit(
                id,
                AgentSql.RELEASE_CREDENTIAL,
                parameters -> parameters.instant(now).uuid(id.uuid()));
    }

    @Override
    public boolean rebind(AgentId id, String bound, String credential, Instant now) {
        return hit(
                id,
                AgentSql.REBIND,
                parameters -> parameters.text(credential).instant(now).uuid(id.uuid()).text(bound));
    }

    @Override
    public boolean recordConflict(AgentId id, int claims, String reason, Instant now) {
        return hit(
                id,
                AgentSql.RECORD_CONFLICT,
                parameters ->
                        parameters
                                .instant(now)
                                .integer(claims)
                                .text(StoredText.of(reason))
                                .uuid(id.uuid()));
    }

    @Override
    public List<AgentId> forgetConflicts(Instant before) {
        return changed(AgentSql.FORGET_CONFLICTS, parameters -> parameters.instant(before));
    }

    @Override
    public boolean storeProof(AgentId id, ConfigProof proof) {
        return hit(
                id,
                AgentSql.STORE_PROOF,
                parameters ->
                        parameters
                                .text(proof.result().text())
                                .text(proof.offer().hex())
                                .text(proof.report().hex())
                                .json(StoredText.json(ProofJson.write(proof)))
                                .uuid(id.uuid())
                                .text(proof.report().hex()));
    }

    @Override
    public Optional<StoredConfig> effectiveConfig(ConfigHash hash) {
        return database.one(
                AgentSql.EFFECTIVE,
                parameters -> parameters.text(hash.hex()),
                row ->
                        new StoredConfig(
                                new ConfigHash(row.text("hash")),
                                row.bytes("body"),
                                row.text("content_type")));
    }

    @Override
    public void addEvent(AgentEvent event) {
        // No hit means that the agent was deleted meanwhile, and its events with it.
        database.write(
                event.agent().uuid(),
                List.of(new Write(AgentSql.ADD_EVENT, AgentWrites.event(event))));
    }

    @Override
    public List<AgentEvent> events(AgentId id, int limit) {
        return database.list(
                AgentSql.EVENTS,
                parameters -> parameters.uuid(id.uuid()).integer(limit),
                AgentStorePg::event);
    }

    @Override
    public boolean delete(AgentId id) {
        return hit(id, AgentSql.DELETE, parameters -> parameters.uuid(id.uuid()));
    }

    private boolean hit(AgentId id, String sql, Jdbc.Binder binder) {
        return database.write(id.uuid(), List.of(new Write(sql, binder)))[0] == 1;
    }

    /** In a transaction, because that is repeated when it meets another one that has many rows. */
    private List<AgentId> changed(String sql, Jdbc.Binder binder) {
        return database.inTransaction(jdbc -> jdbc.list(sql, binder, AgentStorePg::id));
    }

    private static AgentId id(Row row) {
        return new AgentId(row.uuid("id"));
    }

    private static AgentEvent event(Row row) {
        return new AgentEvent(
                new AgentId(row.uuid("agent_id")),
                row.instant("at"),
                row.text("type"),
                row.text("severity"),
                row.text("text"),
                Json.read(row.text("details")) instanceof Value.Mapping details
                        ? details
                        : Value.emptyMapping());
    }

    private static Map<String, List<String>> componentsOf(String json) {
        Map<String, List<String>> components = new LinkedHashMap<>();
        if (Json.read(json) instanceof Value.Mapping(Map<String, Value> kinds)) {
            kinds.forEach((kind, types) -> {
                if (types instanceof Value.Sequence(List<Value> elements)) {
                    components.put(
                            kind,
                            elements.stream()
                                    .filter(Value.Text.class::isInstance)
                                    .map(element -> ((Value.Text) element).value())
                                    .toList());
                }
            });
        }
        return components;
    }
}
