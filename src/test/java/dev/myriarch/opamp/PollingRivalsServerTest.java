package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.Connection;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.auth.AgentAuthenticator;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.LastingTokens;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.WatchedDatabase;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines that poll over plain HTTP, on two replicas with one database. */
class PollingRivalsServerTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId ID = new AgentId(new UUID(12, 1));
    private static final Duration POLL = Duration.ofSeconds(30);
    private static final int MANY_POLLS = 40;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T10:00:00Z"));
    private final WatchedDatabase database = new WatchedDatabase(DATABASE.database());
    private final AgentStorePg store = new AgentStorePg(DATABASE.database());
    private final ForgetfulBus bus = new ForgetfulBus();
    private final TestReplica first;
    private final TestReplica second;

    PollingRivalsServerTest() throws IOException {
        DATABASE.clear(List.of("agents", "audit_events"));
        first = replica("r1");
        second = replica("r2");
    }

    private TestReplica replica(String name) throws IOException {
        AgentAuthenticator authenticator = LastingTokens.everybody("token:1");
        return new TestReplica(database, authenticator, bus, clock, OpampSettings.defaults(name));
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

    /** Loses the events that say where an agent is, while it is told to. */
    private static final class ForgetfulBus implements EventBus {
        private final DirectBus bus = new DirectBus();
        private int losing;

        @Override
        public void publish(BusEvent event) {
            if (event instanceof BusEvent.AgentMoved && losing > 0) {
                losing--;
                return;
            }
            bus.publish(event);
        }

        @Override
        public Subscription subscribe(String name, Consumer<BusEvent> consumer) {
            return bus.subscribe(name, consumer);
        }
    }

    /** A machine with an address of its own; it tells who it is when it is asked. */
    private static final class Machine {
        private final String address;
        private AgentId id = ID;
        private long sequence;
        private boolean describes = true;

        Machine(String address) {
            this.address = address;
        }

        ServerToAgent poll(TestReplica replica) throws Exception {
            ServerToAgent answer = replica.answer("any", message());
            sequence++;
            describes = (answer.getFlags() & Answers.FULL_STATE) != 0;
            if (answer.hasAgentIdentification()) {
                ByteString given = answer.getAgentIdentification().getNewInstanceUid();
                id = AgentId.ofBytes(given.toByteArray()).orElseThrow();
                describes = true;
            }
            return answer;
        }

        AgentToServer message() {
            AgentToServer.Builder message =
                    AgentToServer.newBuilder()
                            .setInstanceUid(ByteString.copyFrom(id.toBytes()))
                            .setSequenceNum(sequence)
                            .setCapabilities(Fixture.CAPABILITIES);
            if (describes) {
                message.setAgentDescription(
                        AgentDescription.newBuilder()
                                .addNonIdentifyingAttributes(text("host.name", "localhost"))
                                .addNonIdentifyingAttributes(text("host.ip", address)));
            }
            return message.build();
        }

        private static KeyValue text(String key, String value) {
            return KeyValue.newBuilder()
                    .setKey(key)
                    .setValue(AnyValue.newBuilder().setStringValue(value))
                    .build();
        }
    }

    /** Each polls at its replica, {@code apart} from each other; until the copy has a UID. */
    private int tellApart(Machine original, Machine copy, Duration apart) throws Exception {
        int rounds = 0;
        while (copy.id.equals(ID)) {
            round(original, copy, apart);
            assertThat(original.id).isEqualTo(ID);
            assertThat(++rounds).as("polls of the copy").isLessThan(MANY_POLLS);
        }
        return rounds;
    }

    private void round(Machine original, Machine copy, Duration apart) throws Exception {
        original.poll(first);
        clock.advance(apart);
        copy.poll(second);
        clock.advance(POLL.minus(apart));
    }

    private Connection connection() {
        return store.find(ID).orElseThrow().connection();
    }

    private List<String> events(AgentId id) {
        return store.events(id, 100).stream().map(AgentEvent::type).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 14, 16, 29})
    void theNewerOneOfTwoMachinesThatPollOnTwoReplicasGetsAUidOfItsOwn(int seconds)
            throws Exception {
        Duration apart = Duration.ofSeconds(seconds);
        Machine original = new Machine("192.0.2.1");
        Machine copy = new Machine("192.0.2.2");
        assertThat(tellApart(original, copy, apart)).isLessThanOrEqualTo(12);
        assertThat(copy.id.uuid().version()).isEqualTo(7);
        for (int i = 0; i < 4; i++) {
            round(original, copy, apart);
        }
        assertThat(connection().replica()).contains("r1");
        assertThat(connection().online()).isTrue();
        assertThat(store.find(ID).orElseThrow().description().nonIdentifying())
                .as("what the original says of itself")
                .containsEntry("host.ip", "192.0.2.1");
        assertThat(store.find(copy.id).orElseThrow().description().nonIdentifying())
                .containsEntry("host.ip", "192.0.2.2");
        assertThat(store.find(ID).orElseThrow().upkeep().conflict().orElseThrow().reason())
                .contains("on two replicas");
        assertThat(events(ID)).containsOnlyOnce("identity_conflict");

        // From then on nobody asks the database for a poll.
        database.takeStatements();
        for (int i = 0; i < 4; i++) {
            round(original, copy, apart);
        }
        assertThat(database.takeStatements()).isEmpty();
    }

    @Test
    void aCopyThatKeepsItsOldNameIsToldWithEachPoll() throws Exception {
        Machine original = new Machine("192.0.2.1");
        Machine copy = new Machine("192.0.2.2");
        tellApart(original, copy, Duration.ofSeconds(10));
        for (int i = 0; i < 6; i++) {
            copy.id = ID;
            round(original, copy, Duration.ofSeconds(10));
            assertThat(copy.id).isNotEqualTo(ID);
        }
        assertThat(original.id).isEqualTo(ID);
        assertThat(connection().replica()).contains("r1");
    }

    @Test
    void lostEventsCostTimeOnly() throws Exception {
        bus.losing = 2;
        Machine original = new Machine("192.0.2.1");
        Machine copy = new Machine("192.0.2.2");
        tellApart(original, copy, Duration.ofSeconds(10));
        assertThat(bus.losing).isZero();
        assertThat(connection().replica()).contains("r1");
    }

    @Test
    void aMachineThatPollsRoundTheReplicasAsksNobody() throws Exception {
        Machine machine = new Machine("192.0.2.1");
        for (int i = 0; i < 6; i++) {
            machine.poll(i % 2 == 0 ? first : second);
            clock.advance(POLL);
        }
        database.takeStatements();
        // Less than five minutes since each session began, when it would read the agent again.
        for (int i = 0; i < 3; i++) {
            machine.poll(i % 2 == 0 ? first : second);
            clock.advance(POLL);
        }
        assertThat(database.takeStatements()).isEmpty();
        assertThat(machine.id).isEqualTo(ID);
    }

    /** It stays for a while, moves, comes back, and says again what was not answered. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void oneMachineIsNeverToldApartFromItself(long seed) throws Exception {
        Random random = new Random(seed);
        Machine machine = new Machine("192.0.2.1");
        TestReplica at = first;
        for (int i = 0; i < 400; i++) {
            if (random.nextInt(6) == 0) {
                at = at == first ? second : first;
            }
            if (random.nextInt(10) == 0) {
                // Its answer gets lost; the same message comes again, perhaps somewhere else.
                at.answer("any", machine.message());
                clock.advance(Duration.ofSeconds(random.nextInt(40)));
                at = random.nextBoolean() ? first : second;
            }
            machine.poll(at);
            assertThat(machine.id).as("seed %s, poll %s", seed, i).isEqualTo(ID);
            clock.advance(random.nextInt(5) == 0 ? Duration.ofMillis(200) : POLL);
            if (random.nextInt(4) == 0) {
                first.server.flushLastSeen();
                second.server.flushLastSeen();
                first.server.sweep();
            }
        }
        assertThat(events(ID)).doesNotContain("identity_conflict");
    }
}
