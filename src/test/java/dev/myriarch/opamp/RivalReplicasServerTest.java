package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.Connection;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.auth.AgentAuthenticator;
import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.LastingTokens;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.WatchedDatabase;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two machines under one instance UID and one host name, each connected to another replica. */
class RivalReplicasServerTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId ID = new AgentId(new UUID(11, 1));
    private static final Duration HEARTBEAT = Duration.ofSeconds(30);
    private static final int ROUNDS = 6;

    /** Behind a gateway the same credential speaks for many. */
    private static final String GATEWAY = "gateway";

    private final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T10:00:00Z"));
    private final WatchedDatabase database = new WatchedDatabase(DATABASE.database());
    private final AgentStorePg store = new AgentStorePg(DATABASE.database());
    private final DirectBus bus = new DirectBus();
    private final TestReplica first;
    private final TestReplica second;

    RivalReplicasServerTest() throws IOException {
        DATABASE.clear(List.of("agents", "audit_events"));
        first = replica("r1", bus);
        second = replica("r2", bus);
    }

    private TestReplica replica(String name, EventBus events) throws IOException {
        AgentAuthenticator authenticator =
                new LastingTokens(authorization ->
                        new AgentAuthentication.Accepted(
                                "token:1",
                                Optional.empty(),
                                Map.of(),
                                authorization.equals(Optional.of("Bearer " + GATEWAY))));
        return new TestReplica(
                database, authenticator, events, clock, OpampSettings.defaults(name));
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    /** A supervisor that stays on its connection. */
    private static final class Machine {
        private final TestReplica.Socket socket;
        private AgentId id = ID;
        private long sequence;

        Machine(TestReplica replica, String token) throws InterruptedException {
            socket = replica.connect(token);
            say(true);
        }

        ServerToAgent say(boolean described) throws InterruptedException {
            ServerToAgent answer = socket.ask(message(id, sequence++, described));
            if (answer.hasAgentIdentification()) {
                ByteString given = answer.getAgentIdentification().getNewInstanceUid();
                id = AgentId.ofBytes(given.toByteArray()).orElseThrow();
            }
            return answer;
        }
    }

    private static AgentToServer message(AgentId id, long sequence, boolean described) {
        AgentToServer.Builder message =
                AgentToServer.newBuilder()
                        .setInstanceUid(ByteString.copyFrom(id.toBytes()))
                        .setSequenceNum(sequence)
                        .setCapabilities(Fixture.CAPABILITIES);
        if (described) {
            message.setAgentDescription(
                    AgentDescription.newBuilder()
                            .addNonIdentifyingAttributes(
                                    KeyValue.newBuilder()
                                            .setKey("host.name")
                                            .setValue(
                                                    AnyValue.newBuilder()
                                                            .setStringValue("localhost"))));
        }
        return message.build();
    }

    private Machine machine(TestReplica replica) throws InterruptedException {
        clock.advance(Duration.ofSeconds(1));
        return new Machine(replica, "any");
    }

    private void beat(Machine... machines) throws InterruptedException {
        clock.advance(HEARTBEAT);
        for (Machine machine : machines) {
            machine.say(false);
        }
    }

    private Connection connection() {
        return store.find(ID).orElseThrow().connection();
    }

    private List<String> events(AgentId id) {
        return store.events(id, 100).reversed().stream().map(AgentEvent::type).toList();
    }

    @Test
    void theNewerOneOfTwoMachinesOnTwoReplicasGetsAUidOfItsOwn() throws Exception {
        Machine original = machine(first);
        Machine copy = machine(second);
        assertThat(connection().replica()).contains("r2");
        for (int i = 0; i < ROUNDS; i++) {
            beat(original, copy);
        }
        assertThat(original.id).isEqualTo(ID);
        assertThat(copy.id.uuid().version()).isEqualTo(7);
        copy.say(true);
        assertThat(store.find(copy.id).orElseThrow().connection().replica()).contains("r2");
        assertThat(connection().online()).isTrue();
        assertThat(connection().replica()).contains("r1");
        assertThat(store.find(ID).orElseThrow().upkeep().conflict().orElseThrow().reason())
                .contains("on two replicas");
        assertThat(events(ID)).containsOnlyOnce("identity_conflict");

        // From then on nobody asks the database for a heartbeat.
        beat(original, copy);
        database.takeStatements();
        beat(original, copy);
        assertThat(database.takeStatements()).isEmpty();
    }

    @Test
    void aCopyThatKeepsItsOldNameIsToldAgain() throws Exception {
        Machine original = machine(first);
        Machine copy = machine(second);
        for (int i = 0; i < ROUNDS && copy.id.equals(ID); i++) {
            beat(original, copy);
        }
        AgentId given = copy.id;
        assertThat(given.uuid().version()).isEqualTo(7);
        for (int i = 0; i < ROUNDS; i++) {
            copy.id = ID;
            beat(original, copy);
            assertThat(copy.id).isEqualTo(given);
        }
        assertThat(original.id).isEqualTo(ID);
        assertThat(connection().replica()).contains("r1");
    }

    @Test
    void aMachineThatMovesIsNoCloneOfItself() throws Exception {
        Machine before = machine(first);
        Machine after = machine(second);
        // What was on its way when the network came back.
        beat(after);
        before.say(false);
        before.say(false);
        before.socket.abort();
        Await.until("it is gone", TestReplica.LIMIT, () -> first.server.connections() == 0);
        Machine back = machine(first);
        after.socket.abort();
        Await.until("it is gone", TestReplica.LIMIT, () -> second.server.connections() == 0);
        for (int i = 0; i < ROUNDS; i++) {
            beat(back);
        }
        assertThat(back.id).isEqualTo(ID);
        assertThat(after.id).isEqualTo(ID);
        assertThat(connection().replica()).contains("r1");
        assertThat(connection().online()).isTrue();
        assertThat(events(ID)).doesNotContain("identity_conflict");
    }

    @Test
    void aLostEventCostsTimeOnly() throws Exception {
        DirectBus deaf = new DirectBus();
        try (TestReplica third = replica("r3", deaf)) {
            Machine original = machine(third);
            Machine copy = machine(second);
            int rounds = 0;
            while (copy.id.equals(ID)) {
                beat(original, copy);
                assertThat(++rounds).as("heartbeats of 30 s").isLessThan(50);
            }
            assertThat(original.id).isEqualTo(ID);
            assertThat(connection().replica()).contains("r3");
        }
    }

    @Test
    void aMachineThatPollsElsewhereGetsAUidOfItsOwn() throws Exception {
        Machine original = machine(first);
        clock.advance(Duration.ofSeconds(1));
        ServerToAgent answer = second.answer("any", message(ID, 0, true));
        for (int i = 1; i < ROUNDS && !answer.hasAgentIdentification(); i++) {
            beat(original);
            answer = second.answer("any", message(ID, i, false));
        }
        assertThat(answer.hasAgentIdentification()).isTrue();
        assertThat(original.id).isEqualTo(ID);
        assertThat(connection().replica()).contains("r1");
        assertThat(connection().transport()).contains("websocket");
    }

    @Test
    void anAgentThatPollsRoundTheReplicasIsOne() throws Exception {
        for (int i = 0; i < 4 * ROUNDS; i++) {
            clock.advance(HEARTBEAT);
            TestReplica next = i % 2 == 0 ? first : second;
            assertThat(next.answer("any", message(ID, i, true)).hasAgentIdentification()).isFalse();
        }
        assertThat(events(ID)).doesNotContain("identity_conflict");
    }

    @Test
    void anAgentBehindAGatewayIsNoRival() throws Exception {
        Machine direct = new Machine(first, GATEWAY);
        Machine behind = new Machine(second, GATEWAY);
        for (int i = 0; i < ROUNDS; i++) {
            beat(direct, behind);
        }
        assertThat(direct.id).isEqualTo(ID);
        assertThat(behind.id).isEqualTo(ID);
        assertThat(bus.published()).contains(new BusEvent.AgentMoved(ID, "r2"));
    }
}
