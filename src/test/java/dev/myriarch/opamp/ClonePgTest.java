package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.audit.AuditEvent;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.ComponentHealth;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two machines that nothing tells apart but that both of them speak, and one that only seems so.
 */
class ClonePgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId ID = new AgentId(new UUID(1, 1));
    private static final Duration BACKOFF = Duration.ofSeconds(2);
    private static final int MANY = 40;

    private final Desk desk = new Desk(DATABASE);

    @AfterEach
    void close() {
        desk.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    /** A supervisor with the storage folder of another one. */
    private final class Machine {
        private AgentId id = ID;
        private long sequence;
        private Conversation conversation = desk.websocket();

        /** The first message of all; a supervisor that restarts begins so as well. */
        ServerToAgent start() {
            sequence = 0;
            conversation = desk.websocket();
            return say(true);
        }

        /** Comes back after it was displaced, as clients do: without a description. */
        ServerToAgent reconnect() {
            conversation = desk.websocket();
            return say(false);
        }

        void report(boolean healthy) {
            Desk.answer(
                    conversation,
                    message()
                            .setHealth(
                                    ComponentHealth.newBuilder()
                                            .setHealthy(healthy)
                                            .setStatus(healthy ? "StatusOK" : "StatusStarting"))
                            .build());
        }

        private AgentToServer.Builder message() {
            return AgentToServer.newBuilder()
                    .setInstanceUid(ByteString.copyFrom(id.toBytes()))
                    .setSequenceNum(sequence++)
                    .setCapabilities(Fixture.CAPABILITIES);
        }

        ServerToAgent say(boolean described) {
            AgentToServer.Builder message = message();
            if (described) {
                message.setAgentDescription(
                        AgentDescription.newBuilder()
                                .addNonIdentifyingAttributes(attribute("service.name", "otelcol"))
                                .addNonIdentifyingAttributes(attribute("host.name", "localhost")));
            }
            ServerToAgent answer = Desk.answer(conversation, message.build());
            if (answer.hasAgentIdentification()) {
                ByteString given = answer.getAgentIdentification().getNewInstanceUid();
                id = AgentId.ofBytes(given.toByteArray()).orElseThrow();
            }
            return answer;
        }
    }

    private static KeyValue attribute(String key, String value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setStringValue(value))
                .build();
    }

    /** Both take turns until one of them is told to be another agent; says how often. */
    private int fight(Machine one, Machine other) {
        for (int i = 0; i < MANY; i++) {
            desk.clock.advance(BACKOFF);
            Machine next = i % 2 == 0 ? one : other;
            if (next.reconnect().hasAgentIdentification()) {
                return i;
            }
            next.say(true);
        }
        return MANY;
    }

    @Test
    void twoMachinesUnderOneHostNameBecomeTwoAgents() {
        Machine original = new Machine();
        original.start();
        for (int i = 0; i < 100; i++) {
            desk.clock.advance(Duration.ofSeconds(30));
            original.say(false);
        }
        Machine copy = new Machine();
        copy.start();
        assertThat(fight(original, copy)).isLessThan(5);
        assertThat(original.id).isEqualTo(ID);
        assertThat(copy.id.uuid().version()).isEqualTo(7);

        assertThat(copy.say(true).hasErrorResponse()).isFalse();
        assertThat(original.say(false).hasAgentIdentification()).isFalse();
        assertThat(desk.agents()).isEqualTo(2);
        assertThat(desk.agent(copy.id).connection().online()).isTrue();
        assertThat(desk.agent(ID).connection().online()).isTrue();
        assertThat(desk.eventTypes(ID)).containsOnlyOnce("identity_conflict");
        assertThat(desk.audited())
                .extracting(AuditEvent::action)
                .containsExactly("agent.identity_conflict");
        assertThat(fight(original, copy)).isEqualTo(MANY);
    }

    /**
     * The connection before is in the middle of a message when the agent comes back: the newer one
     * must not take for stored what was stored before that message.
     */
    @Test
    void whatTheConnectionBeforeStillWritesIsNotTheLastWord() {
        Machine original = new Machine();
        original.start();
        original.report(true);
        Machine copy = new Machine();
        copy.reconnect();
        AgentSession older = desk.sessions.find(ID).orElseThrow();
        List<CompletableFuture<Void>> back = new ArrayList<>();
        desk.database.setBefore(sql -> {
            if (sql.contains("SET healthy") && back.isEmpty()) {
                CompletableFuture<Void> comesBack =
                        CompletableFuture.runAsync(
                                () -> {
                                    original.reconnect();
                                    original.report(true);
                                },
                                Thread.ofVirtual()::start);
                back.add(comesBack);
                Await.until(
                        "the agent is back, or waits for the message",
                        Duration.ofMinutes(1),
                        () -> older.turn.hasQueuedThreads() || comesBack.isDone());
            }
        });
        copy.report(false);
        back.forEach(CompletableFuture::join);
        assertThat(back).isNotEmpty();
        assertThat(desk.agent(ID).reported().healthy()).contains(true);
    }

    @Test
    void machinesThatCountAlikeAreToldApartAsWell() {
        Machine one = new Machine();
        Machine other = new Machine();
        one.start();
        other.start();
        assertThat(fight(one, other)).isLessThan(8);
    }

    @Test
    void aCopyThatKeepsItsOldNameIsToldAgainAndDisplacesNobody() {
        Machine one = new Machine();
        Machine other = new Machine();
        one.start();
        other.start();
        fight(one, other);
        Machine stubborn = one.id.equals(ID) ? other : one;
        Machine kept = one.id.equals(ID) ? one : other;
        AgentId given = stubborn.id;
        for (int i = 0; i < 5; i++) {
            desk.clock.advance(Duration.ofMinutes(1));
            stubborn.id = ID;
            stubborn.say(false);
            assertThat(stubborn.id).isEqualTo(given);
            assertThat(kept.say(false).hasAgentIdentification()).isFalse();
        }
        // The other one is gone, so there is nobody to be taken for.
        kept.conversation.end(DisconnectCause.NETWORK);
        stubborn.id = ID;
        assertThat(stubborn.say(true).hasAgentIdentification()).isFalse();
    }

    @Test
    void aMachineThatLosesItsConnectionAgainAndAgainIsNoClone() {
        Machine machine = new Machine();
        machine.start();
        for (int i = 0; i < MANY; i++) {
            desk.clock.advance(Duration.ofSeconds(1));
            // Some messages went into a connection that was dead already.
            machine.sequence += i % 3;
            assertThat(machine.reconnect().hasAgentIdentification()).isFalse();
            assertThat(machine.say(true).hasAgentIdentification()).isFalse();
        }
        assertThat(desk.eventTypes(ID)).doesNotContain("identity_conflict");
    }

    @Test
    void aMachineThatRestartsAgainAndAgainIsNoClone() {
        Machine machine = new Machine();
        for (int i = 0; i < MANY; i++) {
            desk.clock.advance(Duration.ofSeconds(1));
            assertThat(machine.start().hasAgentIdentification()).isFalse();
            assertThat(machine.say(false).hasAgentIdentification()).isFalse();
        }
    }

    @Test
    void aConnectionThatWasSilentIsNoRival() {
        Machine one = new Machine();
        Machine other = new Machine();
        one.start();
        one.sequence = 1000;
        for (int i = 0; i < MANY; i++) {
            desk.clock.advance(Duration.ofSeconds(36));
            assertThat((i % 2 == 0 ? other : one).reconnect().hasAgentIdentification()).isFalse();
        }
    }

    /** A machine that polls. */
    private ServerToAgent poll(String address, AgentId id, long sequence, boolean described) {
        AgentToServer.Builder message =
                AgentToServer.newBuilder()
                        .setInstanceUid(ByteString.copyFrom(id.toBytes()))
                        .setSequenceNum(sequence)
                        .setCapabilities(Fixture.CAPABILITIES);
        if (described) {
            message.setAgentDescription(
                    AgentDescription.newBuilder()
                            .addNonIdentifyingAttributes(attribute("service.name", "otelcol"))
                            .addNonIdentifyingAttributes(attribute("host.name", "localhost")));
        }
        return Desk.answer(
                desk.conversation(Desk.TOKEN, address, Transport.HTTP, new Desk.Sent()),
                message.build());
    }

    @Test
    void twoMachinesThatPollUnderOneHostNameBecomeTwoAgents() {
        poll("192.0.2.1", ID, 0, true);
        poll("192.0.2.1", ID, 100, false);
        poll("192.0.2.2", ID, 0, true);
        ServerToAgent answer = ServerToAgent.getDefaultInstance();
        int rounds = 0;
        while (!answer.hasAgentIdentification() && rounds < MANY) {
            rounds++;
            desk.clock.advance(Duration.ofSeconds(15));
            assertThat(poll("192.0.2.1", ID, 100 + rounds, false).hasAgentIdentification())
                    .isFalse();
            desk.clock.advance(Duration.ofSeconds(15));
            answer = poll("192.0.2.2", ID, rounds, true);
        }
        assertThat(rounds).isLessThan(6);
        ByteString given = answer.getAgentIdentification().getNewInstanceUid();
        AgentId copy = AgentId.ofBytes(given.toByteArray()).orElseThrow();
        assertThat(poll("192.0.2.2", copy, rounds + 1, true).hasErrorResponse()).isFalse();
        assertThat(desk.agents()).isEqualTo(2);
        assertThat(desk.agent(ID).upkeep().conflict().orElseThrow().reason())
                .contains("poll with this instance UID");
    }

    @Test
    void aMachineThatIsSetBackToASnapshotIsAskedForEverythingAndIsNoClone() {
        Machine machine = new Machine();
        machine.start();
        machine.sequence = 500;
        assertThat(machine.say(false).getFlags()).isEqualTo(Answers.FULL_STATE);
        assertThat(machine.say(true).getFlags()).isZero();
        // The snapshot was taken when it counted 40; its old connection is half open still.
        machine.sequence = 40;
        ServerToAgent answer = machine.reconnect();
        assertThat(answer.hasAgentIdentification()).isFalse();
        assertThat(answer.getFlags()).isEqualTo(Answers.FULL_STATE);
        assertThat(machine.say(true).getFlags()).isZero();

        poll("192.0.2.1", new AgentId(new UUID(1, 2)), 0, true);
        poll("192.0.2.1", new AgentId(new UUID(1, 2)), 500, true);
        answer = poll("192.0.2.1", new AgentId(new UUID(1, 2)), 40, false);
        assertThat(answer.hasAgentIdentification()).isFalse();
        assertThat(answer.getFlags()).isEqualTo(Answers.FULL_STATE);
        assertThat(poll("192.0.2.1", new AgentId(new UUID(1, 2)), 41, true).getFlags()).isZero();
        assertThat(desk.eventTypes(ID)).doesNotContain("identity_conflict");
        assertThat(desk.agents()).isEqualTo(2);
    }

    @Test
    void comingAndGoingLeavesRoomInTheHistory() {
        Machine machine = new Machine();
        machine.start();
        for (int i = 0; i < MANY; i++) {
            desk.clock.advance(Duration.ofSeconds(1));
            machine.reconnect();
            machine.conversation.end(DisconnectCause.NETWORK);
        }
        assertThat(desk.eventTypes(ID)).containsExactly("registered", "connected", "disconnected");
        desk.desk.flush();
        assertThat(desk.eventTypes(ID)).hasSize(3);
        desk.clock.advance(Duration.ofMinutes(1));
        desk.desk.flush();
        desk.desk.flush();
        List<AgentEvent> events = desk.store.events(ID, MANY).reversed();
        assertThat(events)
                .extracting(AgentEvent::type)
                .containsExactly(
                        "registered", "connected", "disconnected", "connected", "disconnected");
        assertThat(events.getLast().details().entries())
                .containsEntry("count", Value.of(MANY - 1))
                .containsEntry("cause", Value.of("network"));
        assertThat(events.getLast().text())
                .isEqualTo("the connection was lost (39 times within a minute)");
        assertThat(Optional.of(events.getLast().at()))
                .isEqualTo(desk.agent(ID).connection().disconnectedAt());
    }
}
