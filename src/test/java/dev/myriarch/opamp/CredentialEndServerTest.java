package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.Connection;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.auth.EnrollmentAuthenticator;
import dev.myriarch.auth.TokenIssuer;
import dev.myriarch.auth.pg.ApiTokenStorePg;
import dev.myriarch.auth.pg.EnrollmentTokenStorePg;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.WatchedDatabase;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tokens that are revoked or expire while two replicas hold connections that use them. */
class CredentialEndServerTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final String ONE = "myre_" + "a".repeat(32);
    private static final String OTHER = "myre_" + "b".repeat(32);

    private final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T10:00:00Z"));
    private final WatchedDatabase database;
    private final AgentStorePg store = new AgentStorePg(DATABASE.database());
    private final DirectBus firstBus = new DirectBus();
    private final DirectBus secondBus = new DirectBus();
    private final TestReplica first;
    private final TestReplica second;

    CredentialEndServerTest() throws IOException {
        DATABASE.clear(List.of("agents", "enrollment_tokens"));
        database = new WatchedDatabase(DATABASE.database());
        TokenIssuer issuer =
                new TokenIssuer(
                        new ApiTokenStorePg(DATABASE.database()),
                        new EnrollmentTokenStorePg(DATABASE.database()),
                        clock);
        assertThat(issuer.ensureEnrollmentToken(ONE, "one", Map.of())).isTrue();
        assertThat(issuer.ensureEnrollmentToken(OTHER, "other", Map.of())).isTrue();
        first = replica("r1", firstBus);
        second = replica("r2", secondBus);
    }

    private TestReplica replica(String name, DirectBus bus) throws IOException {
        return new TestReplica(
                database,
                new EnrollmentAuthenticator(
                        true,
                        new EnrollmentTokenStorePg(database),
                        clock,
                        failure -> {
                            throw new AssertionError(failure);
                        }),
                bus,
                clock,
                OpampSettings.defaults(name));
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

    private static AgentId id(int number) {
        return new AgentId(new UUID(7, number));
    }

    private static AgentToServer described(int number) {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(id(number).toBytes()))
                .setAgentDescription(
                        AgentDescription.newBuilder()
                                .addNonIdentifyingAttributes(
                                        KeyValue.newBuilder()
                                                .setKey("host.name")
                                                .setValue(
                                                        AnyValue.newBuilder()
                                                                .setStringValue("h" + number))))
                .build();
    }

    private static TestReplica.Socket agent(TestReplica replica, String token, int number)
            throws InterruptedException {
        TestReplica.Socket socket = replica.connect(token);
        assertThat(socket.ask(described(number)).hasErrorResponse()).isFalse();
        return socket;
    }

    private void revoke(String name) {
        set("revoked_at", name, clock.instant());
    }

    private void set(String column, String name, Instant at) {
        int hits =
                DATABASE.database()
                        .update(
                                "UPDATE enrollment_tokens SET " + column + " = ? WHERE name = ?",
                                parameters -> parameters.instant(at).text(name));
        assertThat(hits).isEqualTo(1);
    }

    private void expectGone(int number) {
        Await.until(
                "the event",
                TestReplica.LIMIT,
                () -> store.events(id(number), 1).getFirst().type().equals("disconnected"));
        AgentEvent last = store.events(id(number), 1).getFirst();
        assertThat(last.text()).isEqualTo("its enrollment token was revoked or has expired");
        assertThat(last.details().entries()).containsEntry("reason", Value.of("credential_ended"));
        Connection connection = store.find(id(number)).orElseThrow().connection();
        assertThat(connection.online()).isFalse();
        assertThat(connection.cause()).contains(DisconnectCause.NETWORK);
    }

    @Test
    void aRevokedTokenHasNoConnectionOnAnyReplica() throws Exception {
        TestReplica.Socket here = agent(first, ONE, 1);
        TestReplica.Socket there = agent(second, ONE, 2);
        TestReplica.Socket stays = agent(first, OTHER, 3);
        revoke("one");
        // What the bus of a cluster delivers to every replica.
        firstBus.publish(new BusEvent.EnrollmentTokensChanged());
        secondBus.publish(new BusEvent.EnrollmentTokensChanged());
        assertThat(here.closeCode()).isEqualTo(SessionDesk.CLOSE_POLICY);
        assertThat(there.closeCode()).isEqualTo(SessionDesk.CLOSE_POLICY);
        expectGone(1);
        expectGone(2);
        assertThat(stays.ask(described(3).toBuilder().setSequenceNum(1).build()).hasErrorResponse())
                .isFalse();
        // It does not come back, and not from the cache either.
        assertThat(first.admits(ONE)).isFalse();
        assertThat(second.admits(ONE)).isFalse();
        assertThat(first.admits(OTHER)).isTrue();
    }

    @Test
    void aReplicaThatMissedTheEventLooksByItself() throws Exception {
        TestReplica.Socket reconnecting = agent(first, ONE, 1);
        TestReplica.Socket waiting = agent(second, ONE, 2);
        revoke("one");
        firstBus.publish(new BusEvent.BusReconnected());
        assertThat(reconnecting.closeCode()).isEqualTo(SessionDesk.CLOSE_POLICY);
        assertThat(waiting.isOpen()).isTrue();
        second.server.checkCredentials();
        assertThat(waiting.closeCode()).isEqualTo(SessionDesk.CLOSE_POLICY);
        expectGone(2);
        assertThat(second.admits(ONE)).isFalse();
    }

    @Test
    void aTokenThatExpiresTakesItsConnectionsWithIt() throws Exception {
        set("expires_at", "one", clock.instant().plusSeconds(60));
        TestReplica.Socket socket = agent(first, ONE, 1);
        clock.advance(Duration.ofSeconds(59));
        first.server.checkCredentials();
        assertThat(
                        socket.ask(described(1).toBuilder().setSequenceNum(1).build())
                                .hasErrorResponse())
                .isFalse();
        clock.advance(Duration.ofSeconds(1));
        first.server.checkCredentials();
        assertThat(socket.closeCode()).isEqualTo(SessionDesk.CLOSE_POLICY);
        expectGone(1);
    }

    @Test
    void pollsWithARevokedTokenAreRefused() throws Exception {
        assertThat(first.poll(ONE, described(1))).isEqualTo(200);
        revoke("one");
        first.server.checkCredentials();
        assertThat(first.poll(ONE, described(1))).isEqualTo(401);
        assertThat(first.metrics.expose()).contains("myriarch_opamp_sessions 0");
    }

    @Test
    void whileTheStoreIsAwayEverybodyStays() throws Exception {
        TestReplica.Socket socket = agent(first, ONE, 1);
        revoke("one");
        database.setAway(true);
        assertThatThrownBy(first.server::checkCredentials).isInstanceOf(RuntimeException.class);
        assertThat(socket.isOpen()).isTrue();
        database.setAway(false);
        first.server.checkCredentials();
        assertThat(socket.closeCode()).isEqualTo(SessionDesk.CLOSE_POLICY);
    }

    @Test
    void withoutConnectionsNothingIsAsked() {
        database.takeStatements();
        first.server.checkCredentials();
        assertThat(database.takeStatements()).isEmpty();
    }
}
