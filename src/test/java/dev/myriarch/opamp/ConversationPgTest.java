package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.Reported;
import dev.myriarch.audit.AuditEvent;
import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.base.Brand;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentDisconnect;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.AvailableComponents;
import dev.myriarch.opamp.proto.ComponentDetails;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.ServerErrorResponseType;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConversationPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId ONE = new AgentId(new UUID(1, 1));
    private static final AgentId TWO = new AgentId(new UUID(2, 2));

    private final Desk desk = new Desk(DATABASE);

    @AfterEach
    void close() {
        desk.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private static AgentToServer.Builder message(AgentId id, long sequence) {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(id.toBytes()))
                .setSequenceNum(sequence)
                .setCapabilities(Fixture.CAPABILITIES);
    }

    private static AgentToServer described(AgentId id, long sequence, String host) {
        return described(id, sequence, Map.of("service.name", "otelcol", "host.name", host));
    }

    private static AgentToServer described(
            AgentId id, long sequence, Map<String, String> attributes) {
        AgentDescription.Builder description = AgentDescription.newBuilder();
        attributes.forEach((key, value) ->
                description.addNonIdentifyingAttributes(
                        KeyValue.newBuilder()
                                .setKey(key)
                                .setValue(AnyValue.newBuilder().setStringValue(value))));
        return message(id, sequence).setAgentDescription(description).build();
    }

    private static AgentId newUid(ServerToAgent answer) {
        assertThat(answer.getFlags()).isEqualTo(Answers.FULL_STATE);
        return AgentId.ofBytes(answer.getAgentIdentification().getNewInstanceUid().toByteArray())
                .orElseThrow();
    }

    private Conversation from(String credential, String address, Desk.Sent channel) {
        return desk.conversation(
                new AgentAuthentication.Accepted(credential, Optional.empty(), Map.of(), false),
                address,
                Transport.WEBSOCKET,
                channel);
    }

    @Test
    void aBadInstanceUidIsABadRequestThatHoldsNothingElse() {
        AgentToServer bad =
                AgentToServer.newBuilder().setInstanceUid(ByteString.copyFromUtf8("short")).build();
        ServerToAgent answer = Desk.answer(desk.websocket(), bad);
        assertThat(answer.getErrorResponse().getType())
                .isEqualTo(ServerErrorResponseType.ServerErrorResponseType_BadRequest);
        assertThat(answer.toBuilder().clearErrorResponse().build())
                .isEqualTo(ServerToAgent.newBuilder().setInstanceUid(bad.getInstanceUid()).build());
    }

    @Test
    void aHeartbeatAsksTheDatabaseNothing() {
        desk.desired = Optional.of(desk.render("a: 1\n"));
        Conversation conversation = desk.websocket();
        Desk.answer(conversation, described(ONE, 0, "edge-1"));
        desk.database.takeStatements();
        for (int i = 1; i <= 9; i++) {
            desk.clock.advance(Duration.ofSeconds(30));
            ServerToAgent answer = Desk.answer(conversation, message(ONE, i).build());
            assertThat(answer.getFlags()).isZero();
            // The agent never reports a status, so it is offered again, but not all the time.
            if (answer.hasRemoteConfig()) {
                assertThat(i % 2).isZero();
                assertThat(desk.database.takeStatements()).hasSize(1);
            }
            assertThat(desk.database.takeStatements()).isEmpty();
        }
        desk.clock.advance(Duration.ofSeconds(30));
        Desk.answer(conversation, message(ONE, 10).build());
        // Five minutes are over: the stored agent is read once, and once an offer is an event.
        assertThat(desk.database.takeStatements()).hasSize(2);
    }

    @Test
    void aConfigurationThatIsNotStoredIsLookedForOncePerMinute() {
        desk.desired = Optional.of(new ConfigHash("cc".repeat(32)));
        Conversation conversation = desk.websocket();
        assertThat(Desk.answer(conversation, described(ONE, 0, "edge-1")).hasRemoteConfig())
                .isFalse();
        desk.rendered.put(desk.desired.orElseThrow(), new byte[] {'x'});
        desk.clock.advance(Duration.ofSeconds(30));
        assertThat(Desk.answer(conversation, message(ONE, 1).build()).hasRemoteConfig()).isFalse();
        desk.clock.advance(Duration.ofSeconds(30));
        assertThat(Desk.answer(conversation, message(ONE, 2).build()).hasRemoteConfig()).isTrue();
    }

    @Test
    void aConfigurationThatCouldNotBeReadOrNotedIsOfferedWithTheNextAnswer() {
        desk.desired = Optional.of(desk.render("a: 1\n"));
        Conversation conversation = desk.websocket();
        desk.renderedAway = true;
        assertThat(Desk.answer(conversation, described(ONE, 0, "edge-1")).hasErrorResponse())
                .isTrue();
        desk.renderedAway = false;
        desk.database.setFailing(sql -> sql.contains("INTO agent_events"));
        assertThat(Desk.answer(conversation, message(ONE, 1).build()).hasErrorResponse()).isTrue();
        desk.database.setAway(false);
        assertThat(Desk.answer(conversation, message(ONE, 2).build()).hasRemoteConfig()).isTrue();
        assertThat(Desk.answer(conversation, message(ONE, 3).build()).hasRemoteConfig()).isFalse();
        assertThat(desk.eventTypes(ONE)).containsOnlyOnce("config_offered");
    }

    @Test
    void anEmptyConfigurationIsNeverSent() {
        ConfigHash hash = new ConfigHash("cc".repeat(32));
        desk.rendered.put(hash, new byte[0]);
        desk.desired = Optional.of(hash);
        assertThat(Desk.answer(desk.websocket(), described(ONE, 0, "edge-1")).hasRemoteConfig())
                .isFalse();
    }

    @Test
    void aNewerConnectionReplacesTheOlderOne() {
        Desk.Sent older = new Desk.Sent();
        Conversation first = from("token:1", "192.0.2.1", older);
        Desk.answer(first, described(ONE, 0, "edge-1"));
        Conversation second = desk.websocket();
        Desk.answer(second, message(ONE, 1).build());
        Await.until("closed", Duration.ofSeconds(5), () -> older.closes.equals(List.of(1008)));
        first.end(DisconnectCause.NETWORK);
        assertThat(desk.agent(ONE).connection().online()).isTrue();
        second.end(DisconnectCause.NETWORK);
        assertThat(desk.agent(ONE).connection().online()).isFalse();
    }

    @Test
    void whatAReplacedConnectionStillSaysClosesIt() {
        Conversation first = desk.websocket();
        Desk.answer(first, described(ONE, 0, "edge-1"));
        Desk.answer(desk.websocket(), message(ONE, 1).build());
        assertThat(first.receive(message(ONE, 1).build()))
                .isInstanceOf(Conversation.Reply.Close.class);
    }

    @Test
    void aConnectionSpeaksForNobodyElseOnceItsAgentIsGone() {
        Conversation conversation = desk.websocket();
        Desk.answer(conversation, described(ONE, 0, "edge-1"));
        AgentToServer goodBye =
                message(ONE, 1).setAgentDisconnect(AgentDisconnect.newBuilder()).build();
        Desk.answer(conversation, goodBye);
        assertThat(conversation.receive(described(TWO, 0, "edge-2")))
                .isInstanceOf(Conversation.Reply.Close.class);
        assertThat(desk.agents()).isEqualTo(1);
        // Who said good-bye may come back.
        Desk.answer(conversation, message(ONE, 2).build());
        assertThat(desk.agent(ONE).connection().online()).isTrue();
    }

    @Test
    void aConnectionThatWasRefusedForOneAgentTriesNoOther() {
        Desk.answer(desk.websocket(), described(ONE, 0, "edge-1"));
        Conversation thief = from("token:2", "192.0.2.9", new Desk.Sent());
        Desk.answer(thief, described(ONE, 0, "edge-1"));
        assertThat(thief.receive(described(TWO, 0, "edge-2")))
                .isInstanceOf(Conversation.Reply.Close.class);
        assertThat(desk.agents()).isEqualTo(1);
    }

    @Test
    void anAgentThatWasTakenForLostIsOnlineAgainAndThatIsTold() {
        Conversation conversation = desk.websocket();
        Desk.answer(conversation, described(ONE, 0, "edge-1"));
        Instant now = desk.clock.instant();
        assertThat(desk.store.markOffline(ONE, "r1", DisconnectCause.NETWORK, now)).isTrue();
        desk.published.clear();
        desk.sessions.find(ONE).orElseThrow().wantRefresh();
        Desk.answer(conversation, message(ONE, 1).build());
        assertThat(desk.agent(ONE).connection().online()).isTrue();
        assertThat(desk.published).containsExactly(new BusEvent.AgentStateChanged(List.of(ONE)));
    }

    @Test
    void anotherCredentialIsRefusedWithoutADatabaseForAMinute() {
        Desk.answer(desk.websocket(), described(ONE, 0, "edge-1"));
        Conversation thief = from("token:2", "192.0.2.9", new Desk.Sent());
        Desk.answer(thief, described(ONE, 0, "edge-1"));
        desk.database.takeStatements();
        for (int i = 1; i < 4; i++) {
            ServerToAgent answer = Desk.answer(thief, described(ONE, i, "edge-1"));
            assertThat(answer.getErrorResponse().getErrorMessage()).contains("re-enroll");
        }
        assertThat(desk.database.takeStatements()).isEmpty();
        desk.clock.advance(Duration.ofMinutes(1));
        Desk.answer(thief, described(ONE, 4, "edge-1"));
        // One looks, one counts the claim.
        assertThat(desk.database.takeStatements()).hasSize(2);
        assertThat(desk.eventTypes(ONE)).containsOnlyOnce("identity_conflict");
        assertThat(desk.audited())
                .containsExactly(
                        refused(
                                "token:2",
                                "agent.identity_conflict",
                                Map.of(
                                        "reason", "another credential claims this agent",
                                        "remoteAddress", "192.0.2.9")));
        assertThat(desk.sessions.find(ONE).orElseThrow().peer().credential().credential())
                .isEqualTo("token:1");
    }

    /** What the audit log holds about {@link #ONE}. */
    private static AuditEvent refused(String actor, String action, Map<String, String> details) {
        return new AuditEvent(
                Fixture.NOW, actor, action, "agent", ONE.toString(), false, Value.ofTexts(details));
    }

    @Test
    void aClaimWithoutAnyCredentialIsAnonymous() {
        Desk.answer(desk.websocket(), described(ONE, 0, "edge-1"));
        Desk.answer(from("none", "192.0.2.9", new Desk.Sent()), described(ONE, 0, "edge-1"));
        assertThat(desk.audited()).extracting(AuditEvent::actor).containsExactly("anonymous");
    }

    @Test
    void aConflictThatCouldNotBeRecordedIsRecordedTheNextTime() {
        Desk.answer(desk.websocket(), described(ONE, 0, "edge-1"));
        Conversation thief = from("token:2", "192.0.2.9", new Desk.Sent());
        desk.database.setFailing(sql -> sql.contains("INTO audit_events"));
        assertThat(Desk.answer(thief, described(ONE, 0, "edge-1")).getErrorResponse().getType())
                .isEqualTo(ServerErrorResponseType.ServerErrorResponseType_Unavailable);
        desk.database.setAway(false);
        Desk.answer(thief, described(ONE, 1, "edge-1"));
        assertThat(desk.audited())
                .extracting(AuditEvent::action)
                .containsExactly("agent.identity_conflict");
        assertThat(desk.eventTypes(ONE)).containsOnlyOnce("identity_conflict");
    }

    @Test
    void aCopiedMachineGetsAUidOfItsOwnAndTheOriginalStays() {
        Desk.Sent original = new Desk.Sent();
        Conversation first = from("token:1", "192.0.2.1", original);
        Desk.answer(first, described(ONE, 0, "edge-1"));
        Conversation copy = desk.websocket();
        AgentId given = newUid(Desk.answer(copy, described(ONE, 0, "edge-2")));
        assertThat(newUid(Desk.answer(copy, described(ONE, 1, "edge-2")))).isEqualTo(given);
        assertThat(original.closes).isEmpty();
        assertThat(desk.eventTypes(ONE)).containsOnlyOnce("identity_conflict");
        assertThat(desk.audited())
                .containsExactly(
                        refused(
                                "token:1",
                                "agent.identity_conflict",
                                Map.of(
                                        "reason",
                                        "host edge-2 claims the instance UID of edge-1, which is"
                                                + " online; it gets its own",
                                        "remoteAddress",
                                        "192.0.2.1")));

        Desk.answer(copy, described(given, 2, "edge-2"));
        assertThat(desk.agent(given).description().hostName()).isEqualTo("edge-2");
        assertThat(desk.agent(ONE).description().hostName()).isEqualTo("edge-1");
        Desk.answer(first, message(ONE, 1).build());
    }

    @Test
    void aCopyThatTellsItsHostLateGetsAUidOfItsOwn() {
        Desk.answer(desk.websocket(), described(ONE, 0, "edge-1"));
        Conversation copy = desk.websocket();
        Desk.answer(copy, message(ONE, 7).build());
        AgentId given = newUid(Desk.answer(copy, described(ONE, 8, "edge-2")));
        assertThat(given).isNotEqualTo(ONE);
        assertThat(desk.sessions.find(ONE)).isEmpty();
    }

    @Test
    void aRebootedHostUnderItsOldNameIsNoCopy() {
        Desk.answer(desk.websocket(), described(ONE, 0, "edge-1"));
        ServerToAgent answer = Desk.answer(desk.websocket(), described(ONE, 0, "edge-1"));
        assertThat(answer.hasAgentIdentification()).isFalse();
    }

    @Test
    void polledCopiesAreToldApartByAddressAndHost() {
        Desk.answer(polling("192.0.2.1"), described(ONE, 0, "edge-1"));
        assertThat(
                        Desk.answer(polling("192.0.2.2"), described(ONE, 1, "edge-1"))
                                .hasAgentIdentification())
                .isFalse();
        newUid(Desk.answer(polling("192.0.2.2"), described(ONE, 2, "edge-2")));
        assertThat(desk.sessions.find(ONE)).isPresent();
    }

    private Conversation polling(String address) {
        return desk.conversation(Desk.TOKEN, address, Transport.HTTP, new Desk.Sent());
    }

    @Test
    void anAgentWithoutUidIsGivenOne() {
        Conversation conversation = desk.websocket();
        AgentToServer asking = message(ONE, 0).setFlags(1).build();
        AgentId given = newUid(Desk.answer(conversation, asking));
        assertThat(given.uuid().version()).isEqualTo(7);
        Desk.answer(conversation, described(given, 1, "edge-1"));
        assertThat(desk.agents()).isEqualTo(1);
    }

    @Test
    void aMultiplexingTokenSpeaksForManyAgents() {
        Desk.Sent channel = new Desk.Sent();
        Conversation gateway =
                desk.conversation(
                        new AgentAuthentication.Accepted(
                                "token:1", Optional.empty(), Map.of(), true),
                        "192.0.2.1",
                        Transport.WEBSOCKET,
                        channel);
        Desk.answer(gateway, described(ONE, 0, "edge-1"));
        Desk.answer(gateway, described(TWO, 0, "edge-2"));
        assertThat(desk.agents()).isEqualTo(2);
        // One of them connects by itself; the gateway goes on for the other.
        Desk.answer(desk.websocket(), message(ONE, 1).build());
        assertThat(channel.closes).isEmpty();
        assertThat(Desk.answer(gateway, message(TWO, 1).build()).hasErrorResponse()).isFalse();
        gateway.end(DisconnectCause.NETWORK);
        assertThat(desk.agent(ONE).connection().online()).isTrue();
        assertThat(desk.agent(TWO).connection().online()).isFalse();
    }

    @Test
    void afterAFailureTheAgentIsAskedForEverything() {
        Conversation conversation = desk.websocket();
        desk.database.setAway(true);
        ServerToAgent lost = Desk.answer(conversation, described(ONE, 0, "edge-1"));
        assertThat(lost.getErrorResponse().getType())
                .isEqualTo(ServerErrorResponseType.ServerErrorResponseType_Unavailable);
        desk.database.setAway(false);
        assertThat(desk.sessions.size()).isZero();
        Desk.answer(conversation, described(ONE, 1, "edge-1"));

        desk.database.setAway(true);
        Desk.answer(conversation, described(ONE, 2, "edge-9"));
        // A heartbeat needs no database.
        assertThat(Desk.answer(conversation, message(ONE, 3).build()).getFlags())
                .isEqualTo(Answers.FULL_STATE);
        desk.database.setAway(false);
        Desk.answer(conversation, described(ONE, 4, "edge-9"));
        assertThat(desk.agent(ONE).description().hostName()).isEqualTo("edge-9");
    }

    @Test
    void anAgentThatWasDeletedRegistersAgain() {
        Conversation conversation = desk.websocket();
        Desk.answer(conversation, described(ONE, 0, "edge-1"));
        desk.store.delete(ONE);
        desk.sessions.find(ONE).orElseThrow().wantRefresh();
        assertThat(Desk.answer(conversation, message(ONE, 1).build()).getFlags())
                .isEqualTo(Answers.FULL_STATE);
        Desk.answer(conversation, described(ONE, 2, "edge-1"));
        assertThat(desk.agent(ONE).connection().online()).isTrue();
    }

    @Test
    void aBridgeIsLockedUntilItsFleetManagesIt() {
        desk.desired = Optional.of(desk.render("a: 1\n"));
        Map<String, String> standalone =
                Map.of("service.name", "workload", Brand.BRIDGE_MODE_ATTRIBUTE, "standalone");
        Conversation conversation = desk.websocket();
        assertThat(Desk.answer(conversation, described(ONE, 0, standalone)).hasRemoteConfig())
                .isFalse();
        Desk.answer(conversation, message(ONE, 1).build());
        assertThat(desk.eventTypes(ONE)).containsOnlyOnce("bridge_locked");
        assertThat(desk.audited())
                .containsExactly(
                        refused(
                                "system",
                                "agent.bridge_held_back",
                                Map.of(
                                        "action",
                                        "offer_config",
                                        "reason",
                                        "the fleet does not set spec.bridge.manage, so the Bridge"
                                                + " is locked")));
        desk.bridgeManaged = true;
        assertThat(Desk.answer(conversation, message(ONE, 2).build()).hasRemoteConfig()).isTrue();
    }

    private static final ByteString SET_NAME = ByteString.copyFromUtf8("otelcol-0.149.0");

    private static AgentToServer named(AgentId id, long sequence) {
        return described(id, sequence, "edge-1").toBuilder()
                .setAvailableComponents(AvailableComponents.newBuilder().setHash(SET_NAME))
                .build();
    }

    private static AgentToServer contains(AgentId id, long sequence, String receiver) {
        return message(id, sequence)
                .setAvailableComponents(
                        AvailableComponents.newBuilder()
                                .setHash(SET_NAME)
                                .putComponents(
                                        "receivers",
                                        ComponentDetails.newBuilder()
                                                .putSubComponentMap(
                                                        receiver,
                                                        ComponentDetails.getDefaultInstance())
                                                .build()))
                .build();
    }

    private Map<String, List<String>> components(AgentId id) {
        return desk.agent(id)
                .reported()
                .components()
                .map(Reported.Components::set)
                .flatMap(desk.store::components)
                .orElse(Map.of());
    }

    @Test
    void noAgentSpeaksForTheComponentsOfAnother() {
        Conversation liar = desk.websocket();
        Desk.answer(liar, named(ONE, 0));
        Desk.answer(liar, contains(ONE, 1, "nop"));

        Conversation honest = desk.websocket();
        assertThat(Desk.answer(honest, named(TWO, 0)).getFlags()).isEqualTo(Answers.COMPONENTS);
        assertThat(components(TWO)).isEmpty();
        assertThat(Desk.answer(honest, contains(TWO, 1, "otlp")).getFlags()).isZero();

        Desk.answer(liar, contains(ONE, 2, "nop"));
        assertThat(components(ONE)).isEqualTo(Map.of("receivers", List.of("nop")));
        assertThat(components(TWO)).isEqualTo(Map.of("receivers", List.of("otlp")));
    }

    @Test
    void componentsAreAskedForUntilTheyComeAndNotAgainAfterwards() {
        // With a fleet, so that the next connection has no reason to look for one.
        desk.desired = Optional.of(desk.render("a: configuration"));
        Conversation conversation = desk.websocket();
        assertThat(Desk.answer(conversation, named(ONE, 0)).getFlags())
                .isEqualTo(Answers.COMPONENTS);
        desk.clock.advance(Duration.ofSeconds(59));
        assertThat(Desk.answer(conversation, message(ONE, 1).build()).getFlags()).isZero();
        desk.clock.advance(Duration.ofSeconds(1));
        assertThat(Desk.answer(conversation, message(ONE, 2).build()).getFlags())
                .isEqualTo(Answers.COMPONENTS);
        int assignments = desk.assigned.size();
        Desk.answer(conversation, contains(ONE, 3, "otlp"));
        assertThat(desk.assigned).hasSize(assignments + 1);
        desk.clock.advance(Duration.ofMinutes(2));
        assertThat(Desk.answer(conversation, message(ONE, 4).build()).getFlags()).isZero();

        // What the agent calls its set outlives the connection.
        assertThat(Desk.answer(desk.websocket(), named(ONE, 0)).getFlags()).isZero();
        assertThat(desk.assigned).hasSize(assignments + 1);
    }
}
