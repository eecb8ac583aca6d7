package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.Agent;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.ComponentHealth;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.RemoteConfigStatus;
import dev.myriarch.opamp.proto.RemoteConfigStatuses;
import dev.myriarch.opamp.proto.ServerErrorResponseType;
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
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The database goes away under connected agents and comes back. */
class DatabaseOutageServerTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId ID = new AgentId(new UUID(9, 1));

    private final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T10:00:00Z"));
    private final AgentStorePg store = new AgentStorePg(DATABASE.database());
    private final WatchedDatabase database = new WatchedDatabase(DATABASE.database());
    private final TestReplica replica;

    DatabaseOutageServerTest() throws IOException {
        DATABASE.clear(List.of("agents"));
        replica =
                new TestReplica(
                        database,
                        LastingTokens.everybody("token:1"),
                        new DirectBus(),
                        clock,
                        OpampSettings.defaults("r1"));
    }

    @AfterEach
    void stop() {
        replica.close();
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

    private static AgentToServer.Builder described(AgentId id, long sequence) {
        return message(id, sequence)
                .setAgentDescription(
                        AgentDescription.newBuilder()
                                .addNonIdentifyingAttributes(
                                        KeyValue.newBuilder()
                                                .setKey("host.name")
                                                .setValue(
                                                        AnyValue.newBuilder()
                                                                .setStringValue("edge-1"))));
    }

    private static ComponentHealth health(boolean healthy) {
        return ComponentHealth.newBuilder()
                .setHealthy(healthy)
                .setLastError(healthy ? "" : "exporter broke")
                .setStatus(healthy ? "StatusOK" : "StatusPermanentError")
                .build();
    }

    private static RemoteConfigStatus failed() {
        return RemoteConfigStatus.newBuilder()
                .setLastRemoteConfigHash(ByteString.copyFrom(Fixture.NEW.toBytes()))
                .setStatus(RemoteConfigStatuses.RemoteConfigStatuses_FAILED)
                .setErrorMessage("no such exporter")
                .build();
    }

    private Agent agent() {
        return store.find(ID).orElseThrow();
    }

    private static void isUnavailable(ServerToAgent answer) {
        assertThat(answer.getErrorResponse().getType())
                .isEqualTo(ServerErrorResponseType.ServerErrorResponseType_Unavailable);
        assertThat(answer.getErrorResponse().hasRetryInfo()).isTrue();
    }

    @Test
    void connectionsStayAndWhatWasLostIsAskedForAfterwards() throws Exception {
        TestReplica.Socket socket = replica.connect("any");
        socket.ask(described(ID, 0).setHealth(health(true)).build());
        int hits =
                DATABASE.database()
                        .update(
                                "UPDATE agents SET desired_config_hash = ? WHERE id = ?",
                                parameters -> parameters.text(Fixture.NEW.hex()).uuid(ID.uuid()));
        assertThat(hits).isEqualTo(1);

        database.setAway(true);
        // Heartbeats need no database.
        for (long sequence = 1; sequence <= 3; sequence++) {
            clock.advance(Duration.ofSeconds(30));
            assertThat(socket.ask(message(ID, sequence).build()).hasErrorResponse()).isFalse();
        }
        isUnavailable(socket.ask(message(ID, 4).setHealth(health(false)).build()));
        isUnavailable(socket.ask(message(ID, 5).setRemoteConfigStatus(failed()).build()));
        Instant heard = clock.instant();
        assertThatThrownBy(replica.server::flushLastSeen).isInstanceOf(RuntimeException.class);
        assertThat(socket.isOpen()).isTrue();
        assertThat(replica.server.connections()).isEqualTo(1);
        assertThat(agent().reported().healthy()).contains(true);

        database.setAway(false);
        // The next message, whatever it is, brings the question.
        assertThat(socket.ask(message(ID, 6).build()).getFlags()).isEqualTo(Answers.FULL_STATE);
        ServerToAgent answer =
                socket.ask(
                        described(ID, 7)
                                .setHealth(health(false))
                                .setRemoteConfigStatus(failed())
                                .build());
        assertThat(answer.getFlags()).isZero();
        assertThat(agent().reported().healthy()).contains(false);
        assertThat(agent().reported().remoteConfig().orElseThrow().error())
                .isEqualTo("no such exporter");
        replica.server.flushLastSeen();
        assertThat(agent().connection().lastSeenAt()).contains(heard);
        assertThat(agent().connection().online()).isTrue();
    }

    @Test
    void anAgentThatComesDuringTheOutageRegistersAfterIt() throws Exception {
        database.setAway(true);
        TestReplica.Socket socket = replica.connect("any");
        isUnavailable(socket.ask(described(ID, 0).build()));
        isUnavailable(socket.ask(message(ID, 1).build()));
        assertThat(socket.isOpen()).isTrue();
        database.setAway(false);
        assertThat(socket.ask(message(ID, 2).build()).getFlags()).isEqualTo(Answers.FULL_STATE);
        assertThat(socket.ask(described(ID, 3).build()).getFlags()).isZero();
        assertThat(agent().connection().online()).isTrue();
    }

    @Test
    void anAgentThatGoesDuringTheOutageIsTakenOfflineAfterIt() throws Exception {
        TestReplica.Socket socket = replica.connect("any");
        socket.ask(described(ID, 0).build());
        database.setAway(true);
        socket.abort();
        Await.until(
                "the connection is over",
                TestReplica.LIMIT,
                () -> replica.server.connections() == 0);
        assertThat(agent().connection().online()).isTrue();
        database.setAway(false);
        clock.advance(Duration.ofSeconds(91));
        replica.server.flushLastSeen();
        replica.server.sweep();
        assertThat(agent().connection().online()).isFalse();
        assertThat(agent().connection().cause()).contains(DisconnectCause.NETWORK);
    }

    @Test
    void whatAnOperatorAskedForIsNotLostByTheOutage() throws Exception {
        TestReplica.Socket socket = replica.connect("any");
        socket.ask(described(ID, 0).build());
        assertThat(store.requestResync(ID, clock.instant())).isTrue();
        database.setAway(true);
        // Five minutes are over, so the session looks at the store.
        clock.advance(SessionRefresh.EVERY);
        isUnavailable(socket.ask(message(ID, 1).build()));
        database.setAway(false);
        assertThat(socket.ask(message(ID, 2).build()).getFlags()).isEqualTo(Answers.FULL_STATE);
        assertThat(agent().upkeep().resyncRequested()).isEmpty();
    }
}
