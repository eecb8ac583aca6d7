package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.base.UuidV7;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.LocalEventBus;
import dev.myriarch.db.Database;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentDisconnect;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.RemoteConfigStatus;
import dev.myriarch.opamp.proto.RemoteConfigStatuses;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.LastingTokens;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The endpoint over real sockets with a real database. */
class OpampServerServerTest {
    private static final Duration LIMIT = TestReplica.LIMIT;
    private static final byte[] YAML = "receivers: {}\n".getBytes(StandardCharsets.UTF_8);
    private static final ConfigHash WANTED = ConfigHash.of(YAML);
    private static final TestDatabase DATABASE = TestDatabase.create();

    private final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T10:00:00Z"));
    private final Database database = DATABASE.database();
    private final AgentStorePg store = new AgentStorePg(database);
    private final LocalEventBus bus =
            new LocalEventBus(name -> {
                throw new AssertionError("dropped an event of " + name);
            });
    private final AgentId id = new AgentId(UuidV7.create(clock.instant()));
    private final TestReplica replica;

    OpampServerServerTest() throws IOException {
        replica =
                new TestReplica(
                        database,
                        new LastingTokens(OpampServerServerTest::authenticate),
                        bus,
                        clock,
                        OpampSettings.defaults("r1"));
        replica.assigner = agent -> want(agent, WANTED);
    }

    private static AgentAuthentication authenticate(Optional<String> authorization) {
        return authorization.filter("Bearer good"::equals).isPresent()
                ? new AgentAuthentication.Accepted(
                        "token:1", Optional.empty(), Map.of("site", "lab"), false)
                : new AgentAuthentication.Refused();
    }

    private void want(AgentId agent, ConfigHash hash) {
        replica.rendered.put(hash, YAML);
        database.update(
                """
                UPDATE agents SET fleet_name = 'edge', assigned_config_hash = ?,
                  desired_config_hash = ? WHERE id = ?
                """,
                parameters -> parameters.text(hash.hex()).text(hash.hex()).uuid(agent.uuid()));
    }

    @AfterEach
    void stop() {
        replica.close();
        bus.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private Agent agent() {
        return store.find(id).orElseThrow();
    }

    private AgentToServer.Builder message(long sequence) {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(id.toBytes()))
                .setSequenceNum(sequence)
                .setCapabilities(Fixture.CAPABILITIES);
    }

    private AgentToServer described(long sequence) {
        return message(sequence)
                .setAgentDescription(
                        AgentDescription.newBuilder()
                                .addIdentifyingAttributes(attribute("service.name", "otelcol"))
                                .addIdentifyingAttributes(attribute("service.version", "0.149.0"))
                                .addNonIdentifyingAttributes(attribute("host.name", "edge-1")))
                .build();
    }

    private static KeyValue attribute(String key, String value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setStringValue(value))
                .build();
    }

    private AgentToServer status(long sequence, RemoteConfigStatuses status) {
        return message(sequence)
                .setRemoteConfigStatus(
                        RemoteConfigStatus.newBuilder()
                                .setLastRemoteConfigHash(ByteString.copyFrom(WANTED.toBytes()))
                                .setStatus(status))
                .build();
    }

    private TestReplica.Socket connect() {
        return replica.connect("good");
    }

    private void awaitOffline() {
        Await.until("offline", LIMIT, () -> !agent().connection().online());
    }

    @Test
    void anAgentRegistersAppliesItsConfigurationAndGoes() throws InterruptedException {
        TestReplica.Socket socket = connect();
        ServerToAgent first = socket.ask(described(0));
        assertThat(
                        first.getRemoteConfig()
                                .getConfig()
                                .getConfigMapOrThrow("myriarch.yaml")
                                .getBody()
                                .toByteArray())
                .isEqualTo(YAML);
        assertThat(agent().connection().online()).isTrue();
        assertThat(agent().connection().remoteAddress()).contains("127.0.0.1");
        assertThat(agent().assignment().sync()).isEqualTo("pending");
        assertThat(replica.server.connections()).isEqualTo(1);

        socket.ask(status(1, RemoteConfigStatuses.RemoteConfigStatuses_APPLYING));
        ServerToAgent last =
                socket.ask(status(2, RemoteConfigStatuses.RemoteConfigStatuses_APPLIED));
        assertThat(last.hasRemoteConfig()).isFalse();
        assertThat(agent().assignment().sync()).isEqualTo("in_sync");

        clock.advance(Duration.ofSeconds(30));
        socket.ask(message(3).build());
        replica.server.flushLastSeen();
        assertThat(agent().connection().lastSeenAt()).contains(clock.instant());

        socket.ask(message(4).setAgentDisconnect(AgentDisconnect.getDefaultInstance()).build());
        awaitOffline();
        assertThat(agent().connection().cause()).contains(DisconnectCause.AGENT);
        socket.close();
        Await.until("no connection", LIMIT, () -> replica.server.connections() == 0);
        assertThat(store.events(id, 10))
                .extracting(AgentEvent::type)
                .containsExactly("disconnected", "config_applied", "config_offered", "registered");
    }

    @Test
    void aLostConnectionIsOfflineByTheNetwork() throws InterruptedException {
        TestReplica.Socket socket = connect();
        socket.ask(described(0));
        socket.abort();
        awaitOffline();
        assertThat(agent().connection().cause()).contains(DisconnectCause.NETWORK);
    }

    @Test
    void aChangedWishIsPushed() throws InterruptedException {
        TestReplica.Socket socket = connect();
        socket.ask(described(0));
        ConfigHash other = new ConfigHash("dd".repeat(32));
        want(id, other);
        bus.publish(
                new BusEvent.DesiredStateChanged(
                        List.of(id, new AgentId(UuidV7.create(clock.instant())))));
        assertThat(socket.next().getRemoteConfig().getConfigHash().toByteArray())
                .isEqualTo(other.toBytes());
        // Nothing is owed, so the push of the second event sends nothing.
        bus.publish(new BusEvent.AssignmentChanged(List.of(id)));
        assertThat(socket.ask(message(1).build()).hasRemoteConfig()).isFalse();
    }

    @Test
    void malformedMessagesAreAnsweredAndTextIsNot() throws InterruptedException {
        TestReplica.Socket socket = connect();
        socket.send(new byte[] {1, 2, 3});
        assertThat(socket.next().hasErrorResponse()).isTrue();
        assertThat(socket.ask(described(0)).hasErrorResponse()).isFalse();
        socket.sendText("hello");
        assertThat(socket.closeCode()).isEqualTo(1003);
    }

    @Test
    void aSecondInstanceUidClosesTheConnection() throws InterruptedException {
        TestReplica.Socket socket = connect();
        socket.ask(described(0));
        AgentToServer other =
                described(1).toBuilder()
                        .setInstanceUid(
                                ByteString.copyFrom(
                                        new byte[] {
                                            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
                                        }))
                        .build();
        assertThat(socket.ask(other).hasErrorResponse()).isTrue();
        assertThat(socket.closeCode()).isEqualTo(1008);
    }

    @Test
    void aPlannedStopTellsTheAgentsAndTakesThemOffline() throws InterruptedException {
        TestReplica.Socket socket = connect();
        socket.ask(described(0));
        replica.server.drain(Duration.ofSeconds(5));
        assertThat(socket.closeCode()).isEqualTo(1001);
        assertThat(agent().connection().cause()).contains(DisconnectCause.REPLICA_STOPPED);
        HttpResponse<byte[]> refused = post(described(0).toByteArray(), "identity");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).contains("10");
    }

    private HttpResponse<byte[]> post(byte[] body, String encoding) {
        HttpRequest request =
                HttpRequest.newBuilder(replica.uri("http"))
                        .header("Authorization", "Bearer good")
                        .header("Content-Type", "application/x-protobuf")
                        .header("Content-Encoding", encoding)
                        .header("Accept-Encoding", "gzip")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build();
        return replica.client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray()).join();
    }

    private static byte[] zip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static ServerToAgent answer(HttpResponse<byte[]> response) throws IOException {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
                .contains("application/x-protobuf");
        boolean zipped =
                response.headers()
                        .firstValue("Content-Encoding")
                        .filter("gzip"::equals)
                        .isPresent();
        return zipped
                ? ServerToAgent.parseFrom(
                        new GZIPInputStream(new ByteArrayInputStream(response.body())))
                : ServerToAgent.parseFrom(response.body());
    }

    @Test
    void anAgentThatPollsGetsItsConfigurationToo() throws IOException {
        ServerToAgent first = answer(post(zip(described(0).toByteArray()), "gzip"));
        assertThat(first.getRemoteConfig().getConfigHash().toByteArray())
                .isEqualTo(WANTED.toBytes());
        assertThat(agent().connection().transport()).contains("http");
        answer(
                post(
                        status(1, RemoteConfigStatuses.RemoteConfigStatuses_APPLIED).toByteArray(),
                        "identity"));
        assertThat(agent().assignment().sync()).isEqualTo("in_sync");

        // A changed wish comes with the next poll.
        ConfigHash other = new ConfigHash("ee".repeat(32));
        want(id, other);
        bus.publish(new BusEvent.DesiredStateChanged(List.of(id)));
        long[] sequence = {1};
        Await.until(
                "the new configuration",
                LIMIT,
                () -> {
                    try {
                        return answer(
                                        post(
                                                message(++sequence[0]).build().toByteArray(),
                                                "identity"))
                                .hasRemoteConfig();
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });

        clock.advance(Duration.ofSeconds(91));
        replica.server.flushLastSeen();
        replica.server.sweep();
        assertThat(agent().connection().cause()).contains(DisconnectCause.NETWORK);
        answer(post(message(99).build().toByteArray(), "identity"));
        assertThat(agent().connection().online()).isTrue();
    }

    @Test
    void badPollsAreRefusedByTheirStatus() throws IOException {
        assertThat(post(new byte[] {1, 2, 3}, "identity").statusCode()).isEqualTo(400);
        assertThat(post(new byte[] {1, 2, 3}, "gzip").statusCode()).isEqualTo(400);
        assertThat(post(new byte[] {1}, "br").statusCode()).isEqualTo(415);
        assertThat(post(zip(new byte[(4 << 20) + 1]), "gzip").statusCode()).isEqualTo(413);
    }

    private int status(HttpRequest.Builder request) {
        return replica.client
                .sendAsync(
                        request.uri(replica.uri("http")).build(),
                        HttpResponse.BodyHandlers.discarding())
                .join()
                .statusCode();
    }

    @Test
    void otherRequestsAreToldWhatTheyShouldBe() {
        assertThat(status(HttpRequest.newBuilder().GET())).isEqualTo(426);
        assertThat(status(HttpRequest.newBuilder().DELETE())).isEqualTo(405);
        assertThat(
                        status(
                                HttpRequest.newBuilder()
                                        .header("Content-Type", "text/plain")
                                        .POST(HttpRequest.BodyPublishers.ofString("x"))))
                .isEqualTo(415);
    }

    @Test
    void onlyThePathItselfIsOpamp() {
        for (String below : List.of("/", "/foo", "//")) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(replica.uri("http") + below))
                            .header("Authorization", "Bearer good")
                            .header("Content-Type", "application/x-protobuf")
                            .POST(
                                    HttpRequest.BodyPublishers.ofByteArray(
                                            described(0).toByteArray()))
                            .build();
            assertThat(
                            replica.client
                                    .sendAsync(request, HttpResponse.BodyHandlers.discarding())
                                    .join()
                                    .statusCode())
                    .as(below)
                    .isEqualTo(404);
        }
        assertThat(store.find(id)).isEmpty();
    }

    @Test
    void withoutACredentialNobodyComesIn() {
        HttpResponse<Void> response =
                replica.client
                        .sendAsync(
                                HttpRequest.newBuilder(replica.uri("http"))
                                        .header("Content-Type", "application/x-protobuf")
                                        .POST(HttpRequest.BodyPublishers.noBody())
                                        .build(),
                                HttpResponse.BodyHandlers.discarding())
                        .join();
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(
                        replica.client
                                .newWebSocketBuilder()
                                .buildAsync(replica.uri("ws"), new WebSocket.Listener() {})
                                .handle((_, failure) -> Optional.ofNullable(failure))
                                .join())
                .isPresent();
        assertThat(replica.server.connections()).isZero();
        assertThat(replica.metrics.expose())
                .contains("myriarch_opamp_connect_rejected_total{reason=\"unauthorized\"} 2");
    }
}
