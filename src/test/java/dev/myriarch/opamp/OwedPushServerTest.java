package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.ComponentHealth;
import dev.myriarch.opamp.proto.ServerErrorResponseType;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.LastingTokens;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.WatchedDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents that are silent for long get what they are owed all the same. */
class OwedPushServerTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final byte[] CONFIG = "receivers: {}".getBytes(StandardCharsets.UTF_8);
    private static final ConfigHash HASH = ConfigHash.of(CONFIG);
    private static final int AGENTS = Pushes.AT_ONCE + 16;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T10:00:00Z"));
    private final AgentStorePg store = new AgentStorePg(DATABASE.database());
    private final WatchedDatabase database = new WatchedDatabase(DATABASE.database());
    private final DirectBus bus = new DirectBus();
    private final TestReplica replica;

    OwedPushServerTest() throws IOException {
        DATABASE.clear(List.of("agents"));
        replica =
                new TestReplica(
                        database, LastingTokens.everybody("token:1"), bus, clock, settings());
        replica.rendered.put(HASH, CONFIG);
    }

    /** All agents come from one address. */
    private static OpampSettings settings() {
        OpampSettings defaults = OpampSettings.defaults("r1");
        OpampSettings.Limits limits = defaults.limits();
        return new OpampSettings(
                defaults.replica(),
                new OpampSettings.Limits(
                        limits.maxConnections(),
                        limits.connectRate(),
                        2 * AGENTS,
                        limits.maxConnectionsPerToken(),
                        limits.maxMessageBytes(),
                        limits.maxEffectiveConfigBytes()),
                defaults.offlineAfter(),
                defaults.sendTimeout(),
                defaults.staleApplyingAfter(),
                defaults.drainRate(),
                defaults.compression(),
                defaults.rebind(),
                defaults.certificateRequired());
    }

    @AfterEach
    void stop() {
        replica.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private static AgentId id(int number) {
        return new AgentId(new UUID(11, number));
    }

    private static AgentToServer.Builder message(int number, long sequence) {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(id(number).toBytes()))
                .setSequenceNum(sequence)
                .setCapabilities(Fixture.CAPABILITIES);
    }

    private static AgentToServer described(int number) {
        return message(number, 0)
                .setAgentDescription(AgentDescription.getDefaultInstance())
                .build();
    }

    private TestReplica.Socket agent(int number) throws InterruptedException {
        TestReplica.Socket socket = replica.connect("any");
        assertThat(socket.ask(described(number)).hasErrorResponse()).isFalse();
        return socket;
    }

    /** Another replica changes what the server wants of every agent; nobody is told. */
    private static void desireConfig(int agents) {
        assertThat(
                        DATABASE.database()
                                .update(
                                        "UPDATE agents SET desired_config_hash = ?",
                                        parameters -> parameters.text(HASH.hex())))
                .isEqualTo(agents);
    }

    private static void offersConfig(ServerToAgent message) {
        assertThat(message.getRemoteConfig().getConfigHash())
                .isEqualTo(ByteString.copyFrom(HASH.toBytes()));
    }

    @Test
    void aChangeThatTheBusDidNotTellIsPushedWhenItIsBack() throws Exception {
        TestReplica.Socket socket = agent(1);
        assertThat(replica.answer("any", described(2)).hasRemoteConfig()).isFalse();
        desireConfig(2);

        bus.publish(new BusEvent.BusReconnected());

        offersConfig(socket.next());
        // One that polls cannot be pushed to.
        offersConfig(replica.answer("any", message(2, 1).build()));
    }

    @Test
    void pushesToAllAgentsAskTheDatabaseAFewAtATime() throws Exception {
        List<TestReplica.Socket> sockets = new ArrayList<>();
        for (int number = 1; number <= AGENTS; number++) {
            sockets.add(agent(number));
        }
        desireConfig(AGENTS);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        database.setBefore(sql -> {
            if (sql.startsWith("SELECT") && sql.contains("FROM agents")) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                awaitOpen(go);
                inside.decrementAndGet();
            }
        });

        bus.publish(new BusEvent.BusReconnected());

        int waiting = AGENTS - Pushes.AT_ONCE;
        Await.until(
                "the others wait",
                TestReplica.LIMIT,
                () ->
                        replica.metrics
                                .expose()
                                .contains("myriarch_opamp_pushes_waiting " + waiting));
        go.countDown();
        for (TestReplica.Socket socket : sockets) {
            offersConfig(socket.next());
        }
        // However many of them there are, one statement reads them at a time.
        assertThat(most.get()).isEqualTo(1);
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            assertThat(latch.await(TestReplica.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aPushThatFailedIsMadeAgain() throws Exception {
        TestReplica.Socket socket = agent(1);
        desireConfig(1);
        database.setAway(true);
        bus.publish(new BusEvent.DesiredStateChanged(List.of(id(1))));
        Await.until(
                "the push has failed",
                TestReplica.LIMIT,
                () -> Await.attempt(() -> retry()).get().isEmpty());
        database.setAway(false);

        replica.server.retryPushes();

        offersConfig(socket.next());
    }

    private boolean retry() {
        replica.server.retryPushes();
        return true;
    }

    @Test
    void whatFailedMoreThanOnceIsToldOnce() throws Exception {
        TestReplica.Socket socket = agent(1);
        ComponentHealth ill = ComponentHealth.newBuilder().setLastError("broke").build();
        socket.ask(message(1, 1).setHealth(ComponentHealth.newBuilder().setHealthy(true)).build());
        database.setAway(true);
        socket.ask(message(1, 2).setHealth(ill).build());
        assertThat(socket.ask(message(1, 3).build()).getFlags()).isEqualTo(Answers.FULL_STATE);
        socket.ask(described(1).toBuilder().setSequenceNum(4).setHealth(ill).build());
        database.setAway(false);

        bus.publish(new BusEvent.BusReconnected());

        assertThat(socket.next().getFlags()).isEqualTo(Answers.FULL_STATE);
        socket.ask(described(1).toBuilder().setSequenceNum(5).setHealth(ill).build());
        assertThat(store.find(id(1)).orElseThrow().reported().healthy()).contains(false);
        assertThat(store.events(id(1), 10))
                .extracting(AgentEvent::type)
                .containsExactly("health_changed", "registered");
    }

    @Test
    void anAgentWhoseMessageFailedIsAskedWithoutAnotherOne() throws Exception {
        TestReplica.Socket socket = agent(1);
        agent(2);
        database.setAway(true);
        ServerToAgent answer =
                socket.ask(
                        message(1, 1)
                                .setHealth(ComponentHealth.newBuilder().setLastError("broke"))
                                .build());
        assertThat(answer.getErrorResponse().getType())
                .isEqualTo(ServerErrorResponseType.ServerErrorResponseType_Unavailable);
        database.takeStatements();
        for (int round = 0; round < 3; round++) {
            assertThatThrownBy(replica.server::retryPushes).isInstanceOf(RuntimeException.class);
        }
        assertThat(database.takeStatements()).hasSize(3);
        database.setAway(false);

        replica.server.retryPushes();

        assertThat(socket.next().getFlags()).isEqualTo(Answers.FULL_STATE);
        database.takeStatements();
        replica.server.retryPushes();
        assertThat(database.takeStatements()).isEmpty();
        assertThat(store.find(id(1)).orElseThrow().connection().online()).isTrue();
    }
}
