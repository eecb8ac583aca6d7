package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.base.Brand;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentDisconnect;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.ComponentHealth;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.PackageStatus;
import dev.myriarch.opamp.proto.PackageStatusEnum;
import dev.myriarch.opamp.proto.PackageStatuses;
import dev.myriarch.opamp.proto.RemoteConfigStatus;
import dev.myriarch.opamp.proto.RemoteConfigStatuses;
import dev.myriarch.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two servers are told the same: one is asked first whether it answers at once, the other is not.
 * Nobody can tell them apart afterwards, and what was answered at once took nothing but memory.
 */
class AnswerNowPgTest {
    private static final TestDatabase QUICK = TestDatabase.create();
    private static final TestDatabase PLAIN = TestDatabase.create();
    private static final AgentId ONE = new AgentId(new UUID(1, 1));
    private static final AgentId TWO = new AgentId(new UUID(2, 2));
    private static final int STEPS = 400;

    private static final List<AgentToServer> RECORDED =
            Recording.read("websocket").stream()
                    .filter(Recording::fromAgent)
                    .map(Recording::agentMessage)
                    .toList();

    private final AnsweringDesk quick = new AnsweringDesk(new Desk(QUICK), true);
    private final AnsweringDesk plain = new AnsweringDesk(new Desk(PLAIN), false);

    @AfterEach
    void close() {
        quick.close();
        plain.close();
    }

    @AfterAll
    static void drop() {
        QUICK.close();
        PLAIN.close();
    }

    private void both(Consumer<AnsweringDesk> step) {
        step.accept(quick);
        step.accept(plain);
    }

    private static AgentToServer.Builder heartbeat(AgentId id, long sequence) {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(id.toBytes()))
                .setSequenceNum(sequence)
                .setCapabilities(Fixture.CAPABILITIES);
    }

    private static AgentDescription description(Map<String, String> attributes) {
        AgentDescription.Builder description = AgentDescription.newBuilder();
        attributes.forEach((key, value) ->
                description.addIdentifyingAttributes(
                        KeyValue.newBuilder()
                                .setKey(key)
                                .setValue(AnyValue.newBuilder().setStringValue(value))));
        return description.build();
    }

    private static AgentDescription collector(String host) {
        return description(Map.of("service.name", "otelcol", "host.name", host));
    }

    /** A connection on which {@link #ONE} is known, wants nothing and is owed nothing. */
    private void settle() {
        both(desk -> desk.say(heartbeat(ONE, 0).setAgentDescription(collector("edge-1")).build()));
    }

    private boolean isAnsweredNow(AgentToServer message) {
        int before = quick.answeredNow;
        both(desk -> desk.say(message));
        assertThat(quick.takeSaid()).isEqualTo(plain.takeSaid());
        return quick.answeredNow > before;
    }

    @Test
    void aHeartbeatOfASettledAgentIsAnsweredNow() {
        settle();
        for (int sequence = 1; sequence < 10; sequence++) {
            both(desk -> desk.clock().advance(Duration.ofSeconds(30)));
            assertThat(isAnsweredNow(heartbeat(ONE, sequence).build())).isTrue();
        }
        both(desk -> desk.clock().advance(Duration.ofSeconds(30)));
        // Five minutes are over, and the stored agent is read again.
        assertThat(isAnsweredNow(heartbeat(ONE, 10).build())).isFalse();
        assertThat(isAnsweredNow(heartbeat(ONE, 11).build())).isTrue();
    }

    @Test
    void aLostMessageIsAskedForNow() {
        settle();
        assertThat(isAnsweredNow(heartbeat(ONE, 7).build())).isTrue();
        assertThat(isAnsweredNow(heartbeat(ONE, 7).build())).isTrue();
    }

    @Test
    void whatIsMoreThanAHeartbeatIsNot() {
        settle();
        List<AgentToServer.Builder> more =
                List.of(
                        heartbeat(ONE, 1).setAgentDescription(collector("edge-1")),
                        heartbeat(ONE, 2).setHealth(ComponentHealth.newBuilder()),
                        heartbeat(ONE, 3).setHealth(ComponentHealth.newBuilder().setHealthy(true)),
                        heartbeat(ONE, 4).setCapabilities(1),
                        heartbeat(ONE, 5).setFlags(1),
                        heartbeat(ONE, 6).setInstanceUid(ByteString.copyFromUtf8("short")),
                        heartbeat(ONE, 7).setAgentDisconnect(AgentDisconnect.newBuilder()));
        for (AgentToServer.Builder message : more) {
            assertThat(isAnsweredNow(message.build())).as("%s", message).isFalse();
        }
    }

    @Test
    void aRestartThatWaitedForAnOfferIsNotOverlooked() {
        settle();
        both(desk -> {
            desk.desk.desire(ONE, desk.desk.render("a: 1\n"));
            desk.desk.store.requestRestart(ONE, desk.clock().instant());
            desk.refresh(ONE);
        });
        assertThat(isAnsweredNow(heartbeat(ONE, 1).build())).isFalse();
        assertThat(isAnsweredNow(heartbeat(ONE, 2).build())).isFalse();
        assertThat(isAnsweredNow(heartbeat(ONE, 3).build())).isTrue();
        assertThat(quick.desk.eventTypes(ONE)).endsWith("config_offered", "restart_sent");
    }

    @Test
    void aResyncThatCouldNotBeTakenIsNotOverlooked() {
        settle();
        both(desk -> {
            desk.desk.store.requestResync(ONE, desk.clock().instant());
            desk.refresh(ONE);
            desk.desk.database.setFailing(sql -> sql.startsWith("UPDATE"));
        });
        assertThat(isAnsweredNow(heartbeat(ONE, 1).build())).isFalse();
        both(desk -> desk.desk.database.setAway(false));
        assertThat(isAnsweredNow(heartbeat(ONE, 2).build())).isFalse();
        assertThat(quick.desk.agent(ONE).upkeep().resyncRequested()).isEmpty();
        assertThat(isAnsweredNow(heartbeat(ONE, 3).build())).isTrue();
    }

    private static AgentToServer.Builder updater(long sequence) {
        return heartbeat(ONE, sequence).setCapabilities(0x2819);
    }

    private void settleUpdater(Map<String, String> attributes) {
        Map<String, String> all = new HashMap<>(attributes);
        all.put("service.name", Brand.UPDATER_SERVICE_NAME);
        both(desk -> desk.say(updater(0).setAgentDescription(description(all)).build()));
    }

    @Test
    void aPackageThatIsDueIsNotOverlooked() {
        settleUpdater(Map.of());
        assertThat(isAnsweredNow(updater(1).build())).isTrue();
        both(desk -> {
            desk.desk.packages.offer(ONE, "0.162.0", desk.clock().instant());
            desk.refresh(ONE);
        });
        assertThat(isAnsweredNow(updater(2).build())).as("it is sent").isFalse();
        assertThat(isAnsweredNow(updater(3).build())).isTrue();
        both(desk -> desk.clock().advance(Duration.ofSeconds(60)));
        assertThat(isAnsweredNow(updater(4).build())).as("it is sent again").isFalse();
        assertThat(quick.desk.eventTypes(ONE)).filteredOn("package_offered"::equals).hasSize(2);
    }

    @Test
    void aLinkThatCouldNotBeStoredIsNotOverlooked() {
        both(desk -> desk.desk.database.setFailing(sql -> sql.contains("SET linked_collector")));
        settleUpdater(Map.of(Brand.COLLECTOR_UID_ATTRIBUTE, "no uid"));
        assertThat(isAnsweredNow(updater(1).build())).isFalse();
        both(desk -> desk.desk.database.setAway(false));
        assertThat(isAnsweredNow(updater(2).build())).isFalse();
        assertThat(quick.desk.eventTypes(ONE)).endsWith("updater_link_refused");
        assertThat(isAnsweredNow(updater(3).build())).isTrue();
    }

    @Test
    void aRefreshThatFailedIsStillDue() {
        settle();
        both(desk -> {
            desk.desk.store.delete(ONE);
            desk.refresh(ONE);
            desk.desk.database.setAway(true);
        });
        assertThat(isAnsweredNow(heartbeat(ONE, 1).build())).isFalse();
        both(desk -> desk.desk.database.setAway(false));
        assertThat(isAnsweredNow(heartbeat(ONE, 2).build())).isFalse();
        assertThat(quick.session(ONE).isRefreshWanted()).isFalse();
    }

    @Test
    void whoeverElseWorksOnTheAgentGoesFirst() throws InterruptedException {
        settle();
        AgentSession session = quick.session(ONE);
        Thread other = Thread.ofVirtual().start(session.turn::lock);
        other.join();
        assertThat(session.turn.isLocked()).isTrue();
        assertThat(quick.asksNow(heartbeat(ONE, 1).build())).isEmpty();
    }

    @Test
    void aConnectionWithoutACredentialAnswersNothing() {
        settle();
        quick.connection.credentialEnded(Presence.Ending.ofToken());
        assertThat(quick.asksNow(heartbeat(ONE, 1).build())).isEmpty();
    }

    @Test
    void anAgentThatAnotherConnectionTookOverIsNotAnsweredNow() {
        settle();
        OpampConnection older = quick.connection;
        quick.connect(Desk.TOKEN);
        quick.say(heartbeat(ONE, 1).build());
        assertThat(older.answerNow(AnsweringDesk.framed(heartbeat(ONE, 2).build()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void nobodyCanTellWhetherAnAnswerCameNow(long seed) {
        Random random = new Random(seed);
        AgentAuthentication.Accepted credential =
                new AgentAuthentication.Accepted(
                        "token:1", Optional.empty(), Map.of(), random.nextBoolean());
        both(desk -> desk.connect(credential));
        RandomAgent agent = new RandomAgent(random);
        for (int step = 0; step < STEPS; step++) {
            Consumer<AnsweringDesk> next =
                    random.nextInt(4) == 0 ? event(random, credential) : agent.next();
            both(next);
            assertThat(quick.takeSaid())
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(plain.takeSaid());
        }
        both(desk -> desk.desk.desk.flushAll());
        assertThat(quick.desk.rows()).as("seed %d", seed).isEqualTo(plain.desk.rows());
        assertThat(quick.desk.published).as("seed %d", seed).isEqualTo(plain.desk.published);
        assertThat(quick.desk.assigned).as("seed %d", seed).isEqualTo(plain.desk.assigned);
        assertThat(quick.counted()).as("seed %d", seed).isEqualTo(plain.counted());
        assertThat(quick.answeredNow).as("seed %d", seed).isGreaterThan(STEPS / 10);
        assertThat(quick.declined).as("seed %d", seed).isGreaterThan(STEPS / 10);
    }

    /** Something that happens to an agent from outside its connection, or time that passes. */
    private static Consumer<AnsweringDesk> event(
            Random random, AgentAuthentication.Accepted credential) {
        AgentId id = random.nextInt(4) == 0 ? TWO : ONE;
        String yaml = "a: %d\n".formatted(random.nextInt(3));
        String version = "0.16%d.0".formatted(random.nextInt(2));
        boolean pushed = random.nextBoolean();
        return switch (random.nextInt(18)) {
            case 0, 1, 2, 3 -> desk -> desk.clock().advance(Duration.ofSeconds(30));
            case 4 -> desk -> desk.clock().advance(Duration.ofSeconds(61));
            case 5 -> desk -> desk.clock().advance(Duration.ofMinutes(5));
            case 6 -> desk -> desk.desk.desired = Optional.of(desk.desk.render(yaml));
            case 7 -> desk -> desk.desire(id, yaml);
            case 8 -> desk -> desk.push(id);
            case 9 ->
                    desk -> {
                        desk.desk.store.requestRestart(id, desk.clock().instant());
                        if (pushed) {
                            desk.push(id);
                        } else {
                            desk.refresh(id);
                        }
                    };
            case 10 ->
                    desk -> {
                        desk.desk.store.requestResync(id, desk.clock().instant());
                        desk.refresh(id);
                    };
            case 11 ->
                    desk -> {
                        desk.desk.store.delete(id);
                        desk.refresh(id);
                    };
            case 12 -> desk -> desk.desk.bridgeManaged ^= true;
            case 13 -> desk -> desk.desk.assignmentFails ^= true;
            case 14 -> desk -> desk.connect(credential);
            case 15, 16 ->
                    desk -> {
                        desk.offerPackage(id, version);
                        if (pushed) {
                            desk.push(id);
                        } else {
                            desk.refresh(id);
                        }
                    };
            default -> desk -> desk.rivalAppeared(id);
        };
    }

    /** What agents may say, most of the time heartbeats. */
    private static final class RandomAgent {
        private static final long PACKAGES = Fixture.CAPABILITIES | Capabilities.ACCEPTS_PACKAGES;

        private final Random random;
        private long sequence;

        RandomAgent(Random random) {
            this.random = random;
        }

        Consumer<AnsweringDesk> next() {
            AgentId id = random.nextInt(12) == 0 ? TWO : ONE;
            sequence += random.nextInt(10) == 0 ? random.nextInt(-1, 3) : 1;
            boolean away = random.nextInt(20) == 0;
            if (random.nextInt(30) == 0) {
                byte[] nonsense = new byte[random.nextInt(300)];
                random.nextBytes(nonsense);
                return desk -> desk.say(nonsense);
            }
            AgentToServer message =
                    random.nextInt(4) > 0 ? heartbeat(id, sequence).build() : report(id);
            return desk -> {
                desk.desk.database.setAway(away);
                desk.say(message);
                desk.desk.database.setAway(false);
            };
        }

        private AgentToServer report(AgentId id) {
            AgentToServer.Builder message = heartbeat(id, sequence);
            return switch (random.nextInt(12)) {
                case 0 -> message.setAgentDescription(collector("edge-1")).build();
                case 1 ->
                        message.setAgentDescription(
                                        random.nextBoolean() ? collector("edge-2") : bridge())
                                .build();
                case 2 -> message.setCapabilities(random.nextInt(2) * 6 + 1).build();
                case 3 ->
                        message.setHealth(
                                        ComponentHealth.newBuilder()
                                                .setHealthy(random.nextBoolean())
                                                .setStatus("StatusOK"))
                                .build();
                case 4, 5 -> message.setRemoteConfigStatus(status()).build();
                case 6 -> message.setAgentDisconnect(AgentDisconnect.newBuilder()).build();
                case 7, 8 ->
                        message.setAgentDescription(updater()).setCapabilities(PACKAGES).build();
                case 9 -> message.setPackageStatuses(packages()).build();
                default ->
                        RECORDED.get(random.nextInt(RECORDED.size())).toBuilder()
                                .setInstanceUid(message.getInstanceUid())
                                .setSequenceNum(sequence)
                                .build();
            };
        }

        private static AgentDescription bridge() {
            return description(
                    Map.of(
                            "service.name",
                            Brand.BRIDGE_SERVICE_NAME,
                            Brand.BRIDGE_MODE_ATTRIBUTE,
                            "standalone"));
        }

        private static AgentDescription updater() {
            return description(Map.of("service.name", Brand.UPDATER_SERVICE_NAME));
        }

        private PackageStatuses packages() {
            return PackageStatuses.newBuilder()
                    .putPackages(
                            "",
                            PackageStatus.newBuilder()
                                    .setStatus(PackageStatusEnum.forNumber(random.nextInt(5)))
                                    .build())
                    .build();
        }

        private RemoteConfigStatus status() {
            byte[] yaml = "a: %d\n".formatted(random.nextInt(3)).getBytes(StandardCharsets.UTF_8);
            return RemoteConfigStatus.newBuilder()
                    .setLastRemoteConfigHash(ByteString.copyFrom(ConfigHash.of(yaml).toBytes()))
                    .setStatus(RemoteConfigStatuses.forNumber(random.nextInt(4)))
                    .build();
        }
    }
}
