package dev.myriarch.agent.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentWrite;
import dev.myriarch.agent.Description;
import dev.myriarch.agent.Reported;
import dev.myriarch.base.UuidV7;
import dev.myriarch.base.Value;
import dev.myriarch.db.DatabaseException;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class AgentStorePgTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentStorePg STORE = new AgentStorePg(DATABASE.database());

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    private static Description description(Map<String, String> labels) {
        return new Description(
                Map.of("service.name", "otelcol", "service.version", "v0.149.0"),
                Map.of("host.name", "edge-1", "os.type", "linux"),
                labels,
                labels,
                0x8000_0000_0000_7d47L);
    }

    private static AgentId registered() {
        AgentId id = new AgentId(UuidV7.create(NOW));
        STORE.upsertDescription(
                id, AgentKind.COLLECTOR, description(Map.of("site", "a")), "token:1", NOW);
        return id;
    }

    private static Agent read(AgentId id) {
        return STORE.find(id).orElseThrow();
    }

    @Test
    void aFirstDescriptionInsertsAndALaterOneKeepsLabelsAndCredential() {
        AgentId id = new AgentId(UuidV7.create(NOW));
        Description first = description(Map.of("site", "a"));
        assertThat(STORE.upsertDescription(id, AgentKind.COLLECTOR, first, "token:1", NOW))
                .isTrue();
        Description second =
                new Description(
                        Map.of("service.version", "nightly"),
                        Map.of(),
                        Map.of("site", "b"),
                        Map.of(),
                        1);
        assertThat(
                        STORE.upsertDescription(
                                id, AgentKind.UNKNOWN, second, "token:2", NOW.plusSeconds(1)))
                .isFalse();

        Agent agent = read(id);
        assertThat(agent.kind()).isEqualTo(AgentKind.UNKNOWN);
        assertThat(agent.description().identifying())
                .isEqualTo(Map.of("service.version", "nightly"));
        assertThat(agent.description().tokenLabels()).isEqualTo(Map.of("site", "a"));
        assertThat(agent.description().labels()).isEqualTo(Map.of("site", "a"));
        assertThat(agent.description().capabilities()).isEqualTo(1);
        assertThat(agent.credential()).isEqualTo("token:1");
        assertThat(agent.createdAt()).isEqualTo(NOW);
    }

    @Test
    void aReleasedCredentialIsBoundByTheNextDescription() {
        AgentId id = registered();
        DATABASE.database()
                .update(
                        "UPDATE agents SET credential = '' WHERE id = ?",
                        parameters -> parameters.uuid(id.uuid()));
        STORE.upsertDescription(id, AgentKind.COLLECTOR, description(Map.of()), "token:9", NOW);
        assertThat(read(id).credential()).isEqualTo("token:9");
    }

    @Test
    void unknownCapabilityBitsSurvive() {
        assertThat(read(registered()).description().capabilities())
                .isEqualTo(0x8000_0000_0000_7d47L);
    }

    @Test
    void anyTextIsStoredAndNulIsReplaced() {
        AgentId id = new AgentId(UuidV7.create(NOW));
        Map<String, String> odd =
                Map.of("a'\"%_\\", "\uD83D\uDE00 'x' \"y\" \\ %", "nul\u0000key", "v\u0000");
        STORE.upsertDescription(
                id, AgentKind.UNKNOWN, new Description(odd, odd, odd, odd, 0), "none", NOW);
        assertThat(read(id).description().identifying())
                .isEqualTo(
                        Map.of(
                                "a'\"%_\\",
                                "\uD83D\uDE00 'x' \"y\" \\ %", "nul\uFFFDkey", "v\uFFFD"));
        STORE.addEvent(
                new AgentEvent(
                        id,
                        NOW,
                        "odd",
                        "info",
                        "t\u0000\uD800",
                        Value.ofTexts(Map.of("k", "\u0000"))));
        assertThat(STORE.events(id, 1).getFirst().text()).isEqualTo("t\uFFFD\uFFFD");
    }

    @Test
    void aNameTooLongForAnIndexIsCutInItsColumnOnly() {
        AgentId id = new AgentId(UuidV7.create(NOW));
        // Random enough that compression does not make it fit.
        StringBuilder host = new StringBuilder();
        for (int i = 0; i < 900; i++) {
            host.append(Integer.toHexString((i * 0x9E3779B1) ^ 0x5BD1E995));
        }
        STORE.upsertDescription(
                id,
                AgentKind.UNKNOWN,
                new Description(
                        Map.of("host.name", host.toString()), Map.of(), Map.of(), Map.of(), 0),
                "none",
                NOW);
        assertThat(read(id).description().hostName()).isEqualTo(host.toString());
    }

    @Test
    void onlyTheReplicaThatHoldsAnAgentTakesItOffline() {
        AgentId id = registered();
        assertThat(STORE.markOnline(id, "r1", "websocket", "10.0.0.1", NOW)).isTrue();
        assertThat(STORE.markOffline(id, "r2", DisconnectCause.NETWORK, NOW)).isFalse();
        assertThat(read(id).connection().online()).isTrue();

        Instant end = NOW.plusSeconds(5);
        assertThat(STORE.markOffline(id, "r1", DisconnectCause.AGENT, end)).isTrue();
        assertThat(STORE.markOffline(id, "r1", DisconnectCause.AGENT, end)).isFalse();
        assertThat(read(id).connection().cause()).contains(DisconnectCause.AGENT);
        assertThat(read(id).connection().disconnectedAt()).contains(end);

        STORE.markOnline(id, "r2", "http", "10.0.0.2", end.plusSeconds(1));
        assertThat(read(id).connection().cause()).isEmpty();
        assertThat(read(id).connection().replica()).contains("r2");
    }

    private static AgentEvent event(AgentId id, String type) {
        return new AgentEvent(id, NOW, type, "info", type, Value.emptyMapping());
    }

    @Test
    void theEndOfAConnectionIsToldByTheReplicaThatHoldsTheAgent() {
        AgentId id = registered();
        assertThat(STORE.markOnline(id, "r1", "websocket", "10.0.0.1", NOW)).isTrue();
        Instant seen = NOW.plusSeconds(7);
        Instant end = NOW.plusSeconds(9);
        assertThat(
                        STORE.disconnect(
                                id,
                                "r2",
                                DisconnectCause.NETWORK,
                                Optional.of(seen),
                                List.of(event(id, "disconnected")),
                                end))
                .isFalse();
        assertThat(STORE.events(id, 10)).isEmpty();
        assertThat(read(id).connection().lastSeenAt()).contains(NOW);

        assertThat(
                        STORE.disconnect(
                                id,
                                "r1",
                                DisconnectCause.NETWORK,
                                Optional.of(seen),
                                List.of(event(id, "disconnected")),
                                end))
                .isTrue();
        assertThat(STORE.events(id, 10))
                .extracting(AgentEvent::type)
                .containsExactly("disconnected");
        assertThat(read(id).connection().online()).isFalse();
        assertThat(read(id).connection().lastSeenAt()).contains(seen);
    }

    @Test
    void changesOfAnAgentAreStoredTogetherOrNotAtAll() {
        AgentId id = new AgentId(UuidV7.create(NOW));
        Description description =
                new Description(Map.of("host.name", "h"), Map.of(), Map.of(), Map.of(), 5);
        AgentWrite describe =
                new AgentWrite.Describe(
                        AgentKind.COLLECTOR,
                        description,
                        "none",
                        Optional.of(new AgentWrite.Online("r1", "websocket", "10.0.0.1")));
        AgentWrite health = new AgentWrite.Health(true, Value.emptyMapping());
        AgentWrite wrong =
                new AgentWrite.Event(
                        new AgentEvent(id, NOW, "t", "no severity", "t", Value.emptyMapping()));
        assertThatThrownBy(() -> STORE.write(id, List.of(describe, health, wrong), NOW))
                .isInstanceOf(DatabaseException.class);
        assertThat(STORE.find(id)).isEmpty();

        AgentWrite right = new AgentWrite.Event(event(id, "registered"));
        assertThat(STORE.write(id, List.of(describe, right, health), NOW)).isTrue();
        assertThat(read(id).connection().online()).isTrue();
        assertThat(read(id).connection().replica()).contains("r1");
        assertThat(read(id).reported().healthy()).contains(true);
        assertThat(STORE.events(id, 10)).hasSize(1);
        // How it is connected belongs to its first description only.
        assertThat(STORE.markOffline(id, "r1", DisconnectCause.AGENT, NOW)).isTrue();
        assertThat(STORE.write(id, List.of(describe), NOW)).isTrue();
        assertThat(read(id).connection().online()).isFalse();
    }

    @Test
    void changesOfAnAgentThatIsGoneAreNoHit() {
        AgentId id = new AgentId(UuidV7.create(NOW));
        assertThat(
                        STORE.write(
                                id,
                                List.of(
                                        new AgentWrite.Event(event(id, "t")),
                                        new AgentWrite.Capabilities(3)),
                                NOW))
                .isFalse();
        assertThat(STORE.write(id, List.of(), NOW)).isTrue();
        assertThat(STORE.find(id)).isEmpty();
        assertThat(STORE.events(id, 10)).isEmpty();
    }

    @Test
    void aReplicaThatStopsTakesItsAgentsOffline() {
        AgentId mine = registered();
        AgentId other = registered();
        STORE.markOnline(mine, "stopping", "websocket", "10.0.0.1", NOW);
        STORE.markOnline(other, "staying", "websocket", "10.0.0.1", NOW);
        assertThat(STORE.markReplicaOffline("stopping", DisconnectCause.REPLICA_STOPPED, NOW))
                .containsExactly(mine);
        assertThat(read(mine).connection().cause()).contains(DisconnectCause.REPLICA_STOPPED);
        assertThat(read(other).connection().online()).isTrue();
    }

    @Test
    void silentAgentsBecomeStaleAndAreBackWhenTheyWereHeardSince() {
        AgentId silent = registered();
        AgentId talking = registered();
        STORE.markOnline(silent, "stale-test", "websocket", "10.0.0.1", NOW);
        STORE.markOnline(talking, "stale-test", "websocket", "10.0.0.1", NOW);
        STORE.touchLastSeen(Map.of(talking, NOW.plusSeconds(80)));

        Instant swept = NOW.plusSeconds(100);
        List<AgentId> stale = STORE.markStaleOffline(NOW.plusSeconds(10), swept);
        assertThat(stale).contains(silent).doesNotContain(talking);
        assertThat(read(silent).connection().cause()).contains(DisconnectCause.NETWORK);

        STORE.touchLastSeen(Map.of(silent, NOW.plusSeconds(90)));
        assertThat(read(silent).connection().online()).isFalse();
        STORE.touchLastSeen(Map.of(silent, swept.plusSeconds(1)));
        assertThat(read(silent).connection().online()).isTrue();
        assertThat(read(silent).connection().lastSeenAt()).contains(swept.plusSeconds(1));
    }

    @Test
    void lastSeenNeverGoesBackAndUnknownAgentsAreIgnored() {
        AgentId id = registered();
        STORE.touchLastSeen(Map.of(id, NOW.plusSeconds(9)));
        STORE.touchLastSeen(Map.of(id, NOW, new AgentId(UuidV7.create(NOW)), NOW));
        assertThat(read(id).connection().lastSeenAt()).contains(NOW.plusSeconds(9));
    }

    @Test
    void healthIsReadBackAsItWasStored() {
        AgentId id = registered();
        Value tree = Value.ofTexts(Map.of("status", "StatusOK"));
        assertThat(read(id).reported().healthy()).isEmpty();
        assertThat(STORE.storeHealth(id, true, tree, NOW)).isTrue();
        assertThat(read(id).reported().healthy()).contains(true);
        assertThat(read(id).reported().health()).contains(tree);
        assertThat(STORE.storeHealth(new AgentId(UuidV7.create(NOW)), true, tree, NOW)).isFalse();
    }

    @Test
    void effectiveConfigurationsAreSharedByHash() {
        byte[] body = "receivers: {}\n".getBytes(StandardCharsets.UTF_8);
        ConfigHash hash = ConfigHash.of(body);
        AgentId one = registered();
        AgentId other = registered();
        assertThat(STORE.storeEffectiveConfig(one, hash, body, "text/yaml", NOW)).isTrue();
        assertThat(STORE.storeEffectiveConfig(other, hash, body, "text/yaml", NOW)).isTrue();
        assertThat(STORE.effectiveConfig(hash).orElseThrow().body()).isEqualTo(body);
        assertThat(read(other).reported().effectiveConfig()).contains(hash);
        assertThat(STORE.effectiveConfig(ConfigHash.of(new byte[0]))).isEmpty();
    }

    @Test
    void aBridgeKeepsNoEffectiveConfiguration() {
        byte[] body = "bridge: {}\n".getBytes(StandardCharsets.UTF_8);
        AgentId id = registered();
        STORE.storeEffectiveConfig(id, ConfigHash.of(body), body, "text/yaml", NOW);
        STORE.upsertDescription(id, AgentKind.BRIDGE, description(Map.of()), "token:1", NOW);
        assertThat(read(id).reported().effectiveConfig()).isEmpty();
        assertThat(STORE.storeEffectiveConfig(id, ConfigHash.of(body), body, "text/yaml", NOW))
                .isFalse();
    }

    @Test
    void theSyncStateFollowsStatusAndFailedMark() {
        AgentId id = registered();
        ConfigHash hash = new ConfigHash("ab".repeat(32));
        desire(id, hash);
        assertThat(read(id).assignment().sync()).isEqualTo("pending");
        STORE.storeRemoteConfig(
                id,
                new Reported.RemoteConfig(Optional.of(hash), RemoteConfigStatus.APPLIED, "", NOW));
        assertThat(read(id).assignment().sync()).isEqualTo("in_sync");
        assertThat(read(id).reported().remoteConfig())
                .contains(
                        new Reported.RemoteConfig(
                                Optional.of(hash), RemoteConfigStatus.APPLIED, "", NOW));

        assertThat(STORE.markFailed(id, new ConfigHash("cd".repeat(32)))).isFalse();
        assertThat(STORE.markFailed(id, hash)).isTrue();
        assertThat(read(id).assignment().sync()).isEqualTo("failed");
        assertThat(STORE.clearFailed(id)).isTrue();
        assertThat(STORE.clearFailed(id)).isFalse();
    }

    private static void desire(AgentId id, ConfigHash hash) {
        DATABASE.database()
                .update(
                        """
                        UPDATE agents SET assigned_config_hash = ?, desired_config_hash = ?
                        WHERE id = ?
                        """,
                        parameters -> parameters.text(hash.hex()).text(hash.hex()).uuid(id.uuid()));
    }

    private static Reported.Components storeComponents(
            AgentId id, ConfigHash reported, Map<String, List<String>> components) {
        assertThat(STORE.storeComponents(id, reported, components, NOW)).isTrue();
        return read(id).reported().components().orElseThrow();
    }

    @Test
    void equalComponentSetsAreOneWhateverTheirAgentsCallThem() {
        Map<String, List<String>> set =
                Map.of("receivers", List.of("nop", "otlp"), "exporters", List.of("debug"));
        Map<String, List<String>> same =
                Map.of("exporters", List.of("debug"), "receivers", List.of("otlp", "nop"));

        Reported.Components one = storeComponents(registered(), new ConfigHash("0102"), set);
        Reported.Components other = storeComponents(registered(), new ConfigHash("0304"), same);

        assertThat(one.reported()).isEqualTo(new ConfigHash("0102"));
        assertThat(other.reported()).isEqualTo(new ConfigHash("0304"));
        assertThat(other.set()).isEqualTo(one.set());
        assertThat(STORE.components(one.set())).contains(set);
        assertThat(
                        STORE.storeComponents(
                                new AgentId(UuidV7.create(NOW)), new ConfigHash("0102"), set, NOW))
                .isFalse();
    }

    @Test
    void noAgentChangesTheComponentSetOfAnotherThatIsCalledTheSame() {
        ConfigHash name = new ConfigHash("aabb");
        Map<String, List<String>> wrong = Map.of("receivers", List.of("nop"));
        Map<String, List<String>> right = Map.of("receivers", List.of("nop", "otlp"));
        AgentId early = registered();
        AgentId honest = registered();
        AgentId late = registered();

        Reported.Components first = storeComponents(early, name, wrong);
        Reported.Components second = storeComponents(honest, name, right);
        storeComponents(late, name, wrong);
        // Nor is the name of a stored set a way to overwrite it.
        storeComponents(late, second.set(), wrong);

        assertThat(STORE.components(first.set())).contains(wrong);
        assertThat(read(honest).reported().components()).contains(second);
        assertThat(STORE.components(second.set())).contains(right);
        assertThat(STORE.components(name)).isEmpty();
    }

    @Test
    void eventsComeNewestFirstAndGoWithTheirAgent() {
        AgentId id = registered();
        for (String type : List.of("first", "second", "third")) {
            STORE.addEvent(new AgentEvent(id, NOW, type, "info", type, Value.emptyMapping()));
        }
        assertThat(STORE.events(id, 2))
                .extracting(AgentEvent::type)
                .containsExactly("third", "second");
        assertThat(STORE.delete(id)).isTrue();
        assertThat(STORE.delete(id)).isFalse();
        assertThat(STORE.events(id, 10)).isEmpty();
        STORE.addEvent(new AgentEvent(id, NOW, "late", "info", "late", Value.emptyMapping()));
        assertThat(STORE.events(id, 10)).isEmpty();
    }

    @Test
    void severalAgentsAreReadAtOnce() {
        AgentId one = registered();
        AgentId other = registered();
        assertThat(STORE.findAll(List.of(one, other, new AgentId(UuidV7.create(NOW)))))
                .extracting(Agent::id)
                .containsExactlyInAnyOrder(one, other);
        assertThat(STORE.findAll(List.of())).isEmpty();
    }
}
