package dev.myriarch.agent.pg;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentWrite;
import dev.myriarch.agent.Description;
import dev.myriarch.base.Value;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Parameters;
import dev.myriarch.db.StoredText;
import dev.myriarch.db.Write;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The statements of changes of one agent, in order. Confined to one call. */
final class AgentWrites {
    private final AgentId id;
    private final Instant now;
    private final List<Write> writes = new ArrayList<>();

    /** Of each statement, whether no hit means that the agent is gone. */
    private final List<Boolean> needed = new ArrayList<>();

    private AgentWrites(AgentId id, Instant now) {
        this.id = id;
        this.now = now;
    }

    static AgentWrites of(AgentId id, List<AgentWrite> changes, Instant now) {
        AgentWrites all = new AgentWrites(id, now);
        changes.forEach(all::add);
        return all;
    }

    List<Write> statements() {
        return writes;
    }

    /**
     * Whether the agent was there.
     *
     * @param hits of the statements
     */
    boolean hit(int[] hits) {
        for (int i = 0; i < hits.length; i++) {
            if (needed.get(i) && hits[i] != 1) {
                return false;
            }
        }
        return true;
    }

    private void add(AgentWrite change) {
        switch (change) {
            case AgentWrite.Describe describe -> need(AgentSql.DESCRIBE, description(describe));
            case AgentWrite.Online online -> need(AgentSql.ONLINE, online(online));
            case AgentWrite.Capabilities(long capabilities) ->
                    need(
                            AgentSql.CAPABILITIES,
                            parameters ->
                                    parameters.bigint(capabilities).instant(now).uuid(id.uuid()));
            case AgentWrite.Health(boolean healthy, Value tree) ->
                    need(AgentSql.HEALTH, health(healthy, tree));
            case AgentWrite.EffectiveConfig effective -> effective(effective);
            case AgentWrite.RemoteConfig remote -> need(AgentSql.REMOTE_CONFIG, status(remote));
            case AgentWrite.Failed(ConfigHash hash) ->
                    // No hit: the desired hash changed meanwhile, and so nothing failed.
                    add(
                            AgentSql.MARK_FAILED,
                            false,
                            parameters ->
                                    parameters.text(hash.hex()).uuid(id.uuid()).text(hash.hex()));
            case AgentWrite.Components components -> components(components);
            case AgentWrite.Packages packages -> need(AgentSql.PACKAGES, packages(packages));
            case AgentWrite.Event(AgentEvent event) -> add(AgentSql.ADD_EVENT, false, event(event));
        }
    }

    private void need(String sql, Jdbc.Binder binder) {
        add(sql, true, binder);
    }

    private void add(String sql, boolean isNeeded, Jdbc.Binder binder) {
        writes.add(new Write(sql, binder));
        needed.add(isNeeded);
    }

    private Jdbc.Binder description(AgentWrite.Describe describe) {
        return parameters ->
                description(
                        parameters,
                        id,
                        describe.kind(),
                        describe.description(),
                        describe.credential(),
                        describe.online(),
                        now);
    }

    /** The parameters of {@link AgentSql#DESCRIBE}. */
    static void description(
            Parameters parameters,
            AgentId id,
            AgentKind kind,
            Description description,
            String credential,
            Optional<AgentWrite.Online> online,
            Instant now) {
        String version = StoredText.column(description.version());
        Optional<VersionTriple> triple = VersionTriple.parse(version);
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
                .optionalInteger(triple.map(VersionTriple::major).orElse(null))
                .optionalInteger(triple.map(VersionTriple::minor).orElse(null))
                .optionalInteger(triple.map(VersionTriple::patch).orElse(null))
                .text(StoredText.column(description.osType()))
                .text(credential)
                .instant(now)
                .instant(now)
                .bool(online.isPresent())
                .text(online.map(AgentWrite.Online::replica).orElse(null))
                .text(online.map(AgentWrite.Online::transport).orElse(null))
                .text(online.map(AgentWrite.Online::remoteAddress).orElse(null))
                .instant(online.isPresent() ? now : null)
                .instant(online.isPresent() ? now : null);
    }

    private Jdbc.Binder online(AgentWrite.Online online) {
        return parameters ->
                parameters
                        .text(online.replica())
                        .text(online.transport())
                        .text(online.remoteAddress())
                        .instant(now)
                        .instant(now)
                        .instant(now)
                        .uuid(id.uuid());
    }

    private Jdbc.Binder health(boolean healthy, Value tree) {
        return parameters ->
                parameters
                        .bool(healthy)
                        .json(StoredText.json(tree))
                        .instant(now)
                        .instant(now)
                        .uuid(id.uuid());
    }

    private void effective(AgentWrite.EffectiveConfig config) {
        need(
                AgentSql.PUT_EFFECTIVE,
                parameters ->
                        parameters
                                .text(config.hash().hex())
                                .bytes(config.body())
                                .text(StoredText.of(config.contentType()))
                                .instant(now)
                                .instant(now));
        need(
                AgentSql.POINT_EFFECTIVE,
                parameters ->
                        parameters
                                .text(config.hash().hex())
                                .instant(now)
                                .instant(now)
                                .uuid(id.uuid()));
    }

    private Jdbc.Binder status(AgentWrite.RemoteConfig remote) {
        return parameters ->
                parameters
                        .text(remote.status().hash().map(ConfigHash::hex).orElse(null))
                        .text(remote.status().status().text())
                        .text(StoredText.of(remote.status().error()))
                        .instant(remote.status().at())
                        .instant(remote.status().at())
                        .uuid(id.uuid());
    }

    private void components(AgentWrite.Components reported) {
        String json = componentsJson(reported.components());
        ConfigHash set = ConfigHash.of(json.getBytes(StandardCharsets.UTF_8));
        need(
                AgentSql.PUT_COMPONENTS,
                parameters -> parameters.text(set.hex()).json(json).instant(now).instant(now));
        need(
                AgentSql.POINT_COMPONENTS,
                parameters ->
                        parameters
                                .text(reported.reported().hex())
                                .text(set.hex())
                                .instant(now)
                                .uuid(id.uuid()));
    }

    /** Sorted, so that equal sets are equal texts. */
    private static String componentsJson(Map<String, List<String>> components) {
        Map<String, Value> kinds = new TreeMap<>();
        components.forEach(
                (kind, types) -> kinds.put(kind, Value.ofTexts(types.stream().sorted().toList())));
        return StoredText.json(new Value.Mapping(kinds));
    }

    private Jdbc.Binder packages(AgentWrite.Packages packages) {
        return parameters ->
                parameters
                        .json(StoredText.json(PackagesJson.write(packages.report())))
                        .text(packages.report().offered().map(ConfigHash::hex).orElse(null))
                        .instant(now)
                        .uuid(id.uuid());
    }

    static Jdbc.Binder event(AgentEvent event) {
        return parameters ->
                parameters
                        .uuid(event.agent().uuid())
                        .instant(event.at())
                        .text(event.type())
                        .text(event.severity())
                        .text(StoredText.of(event.text()))
                        .json(StoredText.json(event.details()))
                        .uuid(event.agent().uuid());
    }
}
