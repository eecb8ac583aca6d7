package dev.myriarch.agent.pg;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentFacets;
import dev.myriarch.agent.AgentPage;
import dev.myriarch.agent.AgentQuery;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.ConfigProof;
import dev.myriarch.agent.Description;
import dev.myriarch.agent.PackageReport;
import dev.myriarch.agent.Reported;
import dev.myriarch.base.Value;
import dev.myriarch.db.Database;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import dev.myriarch.db.StoredText;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** The inventory in PostgreSQL: agents, their events, what they reported. Thread-safe. */
public final class AgentStorePg implements AgentStore {
    private final Database database;
    private final AgentListingPg listing;

    public AgentStorePg(Database database) {
        this.database = database;
        this.listing = new AgentListingPg(database);
    }

    @Override
    public Optional<Agent> find(AgentId id) {
        return database.one(
                AgentSql.FIND, parameters -> parameters.uuid(id.uuid()), AgentRow::read);
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
        String version = StoredText.column(description.version());
        Optional<VersionTriple> triple = VersionTriple.parse(version);
        return database.one(
                        AgentSql.UPSERT,
                        parameters ->
                                parameters
                                        .uuid(id.uuid())
                                        .text(kind.text())
                                        .json(StoredText.json(description.identifying()))
                                        .json(StoredText.json(description.nonIdentifying()))
                                        .json(StoredText.json(description.tokenLabels()))
                                        .json(StoredText.json(description.labels()))
                                        .bigint(description.capabilities())
                                        .text(StoredText.column(description.hostName()))
                                        .text(StoredText.column(description.serviceName()))
                                        .text(version)
                                        .optionalInteger(
                                                triple.map(VersionTriple::major).orElse(null))
                                        .optionalInteger(
                                                triple.map(VersionTriple::minor).orElse(null))
                                        .optionalInteger(
                                                triple.map(VersionTriple::patch).orElse(null))
                                        .text(StoredText.column(description.osType()))
                                        .text(credential)
                                        .instant(now)
                                        .instant(now),
                        row -> row.bool("inserted"))
                .orElseThrow(() -> new IllegalStateException("an upsert returned no row"));
    }

    @Override
    public boolean updateCapabilities(AgentId id, long capabilities, Instant now) {
        return hit(
                AgentSql.CAPABILITIES,
                parameters -> parameters.bigint(capabilities).instant(now).uuid(id.uuid()));
    }

    @Override
    public boolean markOnline(
            AgentId id, String replica, String transport, String remoteAddress, Instant now) {
        return hit(
                AgentSql.ONLINE,
                parameters ->
                        parameters
                                .text(replica)
                                .text(transport)
                                .text(remoteAddress)
                                .instant(now)
                                .instant(now)
                                .instant(now)
                                .uuid(id.uuid()));
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
        return hit(
                AgentSql.OFFLINE,
                parameters ->
                        parameters
                                .instant(now)
                                .text(cause.text())
                                .instant(now)
                                .uuid(id.uuid())
                                .text(replica));
    }

    @Override
    public List<AgentId> markReplicaOffline(String replica, DisconnectCause cause, Instant now) {
        return database.list(
                AgentSql.REPLICA_OFFLINE,
                parameters -> parameters.instant(now).text(cause.text()).instant(now).text(replica),
                AgentStorePg::id);
    }

    @Override
    public List<AgentId> markStaleOffline(Instant before, Instant now) {
        return database.list(
                AgentSql.STALE_OFFLINE,
                parameters -> parameters.instant(now).instant(now).instant(before),
                AgentStorePg::id);
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
        database.update(AgentSql.TOUCH, parameters -> parameters.uuids(ids).texts(times));
    }

    @Override
    public boolean storeHealth(AgentId id, boolean healthy, Value health, Instant now) {
        return hit(
                AgentSql.HEALTH,
                parameters ->
                        parameters
                                .bool(healthy)
                                .json(StoredText.json(health))
                                .instant(now)
                                .instant(now)
                                .uuid(id.uuid()));
    }

    @Override
    public boolean storePackages(AgentId id, PackageReport report, Instant now) {
        return hit(
                AgentSql.PACKAGES,
                parameters ->
                        parameters
                                .json(StoredText.json(PackagesJson.write(report)))
                                .text(report.offered().map(ConfigHash::hex).orElse(null))
                                .instant(now)
                                .uuid(id.uuid()));
    }

    @Override
    public boolean storeEffectiveConfig(
            AgentId id, ConfigHash hash, byte[] body, String contentType, Instant now) {
        return database.inTransaction(jdbc -> {
            int stored =
                    jdbc.update(
                            AgentSql.PUT_EFFECTIVE,
                            parameters ->
                                    parameters
                                            .text(hash.hex())
                                            .bytes(body)
                                            .text(StoredText.of(contentType))
                                            .instant(now)
                                            .instant(now));
            int pointed =
                    jdbc.update(
                            AgentSql.POINT_EFFECTIVE,
                            parameters ->
                                    parameters
                                            .text(hash.hex())
                                            .instant(now)
                                            .instant(now)
                                            .uuid(id.uuid()));
            return stored == 1 && pointed == 1;
        });
    }

    @Override
    public boolean storeRemoteConfig(AgentId id, Reported.RemoteConfig status) {
        return hit(
                AgentSql.REMOTE_CONFIG,
                parameters ->
                        parameters
                                .text(status.hash().map(ConfigHash::hex).orElse(null))
                                .text(status.status().text())
                                .text(StoredText.of(status.error()))
                                .instant(status.at())
                                .instant(status.at())
                                .uuid(id.uuid()));
    }

    @Override
    public boolean storeComponents(
            AgentId id, ConfigHash reported, Map<String, List<String>> components, Instant now) {
        String json = componentsJson(components);
        ConfigHash set = ConfigHash.of(json.getBytes(StandardCharsets.UTF_8));
        return database.inTransaction(jdbc -> {
            int stored =
                    jdbc.update(
                            AgentSql.PUT_COMPONENTS,
                            parameters ->
                                    parameters
                                            .text(set.hex())
                                            .json(json)
                                            .instant(now)
                                            .instant(now));
            int pointed =
                    jdbc.update(
                            AgentSql.POINT_COMPONENTS,
                            parameters ->
                                    parameters
                                            .text(reported.hex())
                                            .text(set.hex())
                                            .instant(now)
                                            .uuid(id.uuid()));
            return stored == 1 && pointed == 1;
        });
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
                AgentSql.MARK_FAILED,
                parameters -> parameters.text(hash.hex()).uuid(id.uuid()).text(hash.hex()));
    }

    @Override
    public boolean clearFailed(AgentId id) {
        return hit(AgentSql.CLEAR_FAILED, parameters -> parameters.uuid(id.uuid()));
    }

    @Override
    public boolean requestRestart(AgentId id, Instant now) {
        return hit(AgentSql.REQUEST_RESTART, parameters -> parameters.instant(now).uuid(id.uuid()));
    }

    @Override
    public boolean takeRestart(AgentId id, Instant requested) {
        return take(AgentSql.TAKE_RESTART, id, requested);
    }

    @Override
    public List<AgentId> takeOldRestarts(Instant before) {
        return database.list(
                AgentSql.TAKE_OLD_RESTARTS,
                parameters -> parameters.instant(before),
                AgentStorePg::id);
    }

    @Override
    public boolean requestResync(AgentId id, Instant now) {
        return hit(AgentSql.REQUEST_RESYNC, parameters -> parameters.instant(now).uuid(id.uuid()));
    }

    @Override
    public boolean takeResync(AgentId id, Instant requested) {
        return take(AgentSql.TAKE_RESYNC, id, requested);
    }

    private boolean take(String sql, AgentId id, Instant requested) {
        return hit(sql, parameters -> parameters.uuid(id.uuid()).instant(requested));
    }

    @Override
    public boolean releaseCredential(AgentId id, Instant now) {
        return hit(
                AgentSql.RELEASE_CREDENTIAL, parameters -> parameters.instant(now).uuid(id.uuid()));
    }

    @Override
    public boolean rebind(AgentId id, String bound, String credential, Instant now) {
        return hit(
                AgentSql.REBIND,
                parameters -> parameters.text(credential).instant(now).uuid(id.uuid()).text(bound));
    }

    @Override
    public boolean recordConflict(AgentId id, int claims, String reason, Instant now) {
        return hit(
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
        return database.list(
                AgentSql.FORGET_CONFLICTS,
                parameters -> parameters.instant(before),
                AgentStorePg::id);
    }

    @Override
    public boolean storeProof(AgentId id, ConfigProof proof) {
        return hit(
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
        database.update(
                AgentSql.ADD_EVENT,
                parameters ->
                        parameters
                                .uuid(event.agent().uuid())
                                .instant(event.at())
                                .text(event.type())
                                .text(event.severity())
                                .text(StoredText.of(event.text()))
                                .json(StoredText.json(event.details()))
                                .uuid(event.agent().uuid()));
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
        return hit(AgentSql.DELETE, parameters -> parameters.uuid(id.uuid()));
    }

    private boolean hit(String sql, Jdbc.Binder binder) {
        return database.update(sql, binder) == 1;
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

    /** Sorted, so that equal sets are equal texts. */
    private static String componentsJson(Map<String, List<String>> components) {
        Map<String, Value> kinds = new TreeMap<>();
        components.forEach(
                (kind, types) -> kinds.put(kind, Value.ofTexts(types.stream().sorted().toList())));
        return StoredText.json(new Value.Mapping(kinds));
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
