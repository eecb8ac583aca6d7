package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.myriarch.testing.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UpgradesServerTest {
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final String UPGRADE =
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n";

    private static Headers headers() {
        Headers headers = new Headers();
        headers.set("Upgrade", "test");
        headers.set("X-Test", "a");
        return headers;
    }

    /** Sends back what it reads. */
    private static void echo(UpgradedConnection connection) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(5);
        while (connection.read(buffer) >= 0) {
            connection.write(ByteBuffer.wrap(new byte[] {'<'}), buffer.flip());
            buffer.clear();
        }
    }

    @Test
    void bytesThatCameWithTheRequestReachTheProtocol() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange ->
                                        Upgrades.upgrade(
                                                exchange, headers(), UpgradesServerTest::echo));
                RawClient client = server.raw()) {
            RawClient.Answer answer = client.send(UPGRADE + "0123456789").readHead();
            assertThat(answer.status()).isEqualTo(101);
            assertThat(answer.header("Connection")).contains("Upgrade");
            assertThat(answer.header("Upgrade")).contains("test");
            assertThat(answer.header("X-Test")).contains("a");
            assertThat(client.text(12)).isEqualTo("<01234<56789");
            assertThat(client.send("ab").text(3)).isEqualTo("<ab");
            client.socket().shutdownOutput();
            assertThat(client.rest()).isEmpty();
            Await.until(
                    "the connection is forgotten",
                    WAIT,
                    () -> server.http().stats().openConnections() == 0);
        }
    }

    @Test
    void theProtocolRunsOnAnotherThreadAfterTheHandler() throws Exception {
        CompletableFuture<Thread> handlerThread = new CompletableFuture<>();
        CompletableFuture<Thread> protocolThread = new CompletableFuture<>();
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange -> {
                                    handlerThread.complete(Thread.currentThread());
                                    Upgrades.upgrade(
                                            exchange,
                                            headers(),
                                            _ -> protocolThread.complete(Thread.currentThread()));
                                });
                RawClient client = server.raw()) {
            client.send(UPGRADE);
            Thread protocol = protocolThread.get(10, TimeUnit.SECONDS);
            assertThat(protocol).isNotSameAs(handlerThread.get());
            assertThat(protocol.isVirtual()).isTrue();
        }
    }

    @Test
    void anExchangeThatAFilterWrappedCanBeUpgraded() throws IOException {
        try (TestServer server = TestServer.bind(HttpLimits.defaults())) {
            server.http()
                    .createContext(
                            "/",
                            exchange -> {
                                assertThat(exchange).isNotInstanceOf(ServerExchange.class);
                                Upgrades.upgrade(exchange, headers(), UpgradesServerTest::echo);
                            })
                    .getFilters()
                    .add(
                            Filter.adaptRequest(
                                    "adds a header", request -> request.with("X-A", List.of("b"))));
            server.http().start();
            try (RawClient client = server.raw()) {
                assertThat(client.send(UPGRADE).readHead().status()).isEqualTo(101);
                assertThat(client.send("ab").text(3)).isEqualTo("<ab");
            }
        }
    }

    @Test
    void aRequestWithABodyOrHttp10CannotBeUpgraded() throws IOException {
        try (TestServer server =
                TestServer.start(HttpLimits.defaults(), UpgradesServerTest::refused)) {
            for (String request :
                    List.of(
                            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na",
                            "GET / HTTP/1.0\r\nHost: a\r\n\r\n")) {
                try (RawClient client = server.raw()) {
                    assertThat(client.send(request).read().status()).isEqualTo(200);
                }
            }
        }
    }

    private static void refused(HttpExchange exchange) throws IOException {
        assertThat(Upgrades.possible(exchange)).isFalse();
        assertThatThrownBy(() -> Upgrades.upgrade(exchange, headers(), _ -> {}))
                .isInstanceOf(IllegalStateException.class);
        exchange.sendResponseHeaders(200, -1);
    }

    @Test
    void nothingIsServedAfterAWebSocketThatWasRefused() throws IOException {
        String next = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange -> exchange.sendResponseHeaders(401, -1));
                RawClient client = server.raw()) {
            client.send(UPGRADE.replace("Upgrade: test", "Upgrade: h2c, WebSocket") + next);
            RawClient.Answer answer = client.read();
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.header("Connection")).contains("close");
            assertThat(client.rest()).isEmpty();
            assertThat(server.http().stats().requests()).isEqualTo(1);
        }
    }

    @Test
    void otherUpgradesMayBeIgnored() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange -> exchange.sendResponseHeaders(204, -1));
                RawClient client = server.raw()) {
            for (int i = 0; i < 2; i++) {
                RawClient.Answer answer = client.send(UPGRADE).read();
                assertThat(answer.status()).isEqualTo(204);
                assertThat(answer.header("Connection")).isEmpty();
            }
        }
    }

    @Test
    void readAndWriteDeadlinesEndTheConnection() throws Exception {
        CompletableFuture<Boolean> readExpired = new CompletableFuture<>();
        CompletableFuture<Boolean> writeExpired = new CompletableFuture<>();
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange ->
                                        Upgrades.upgrade(
                                                exchange,
                                                headers(),
                                                exchange.getRequestURI().getPath().equals("/read")
                                                        ? connection ->
                                                                read(connection, readExpired)
                                                        : connection ->
                                                                write(connection, writeExpired)));
                RawClient reading = server.raw();
                RawClient writing = server.raw()) {
            reading.send(UPGRADE.replace("GET /", "GET /read"));
            writing.send(UPGRADE);
            assertThat(readExpired.get(10, TimeUnit.SECONDS)).isTrue();
            assertThat(writeExpired.get(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void read(UpgradedConnection connection, CompletableFuture<Boolean> expired)
            throws IOException {
        connection.readDeadline(Duration.ofMillis(100));
        assertThat(connection.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        expired.complete(connection.expired());
    }

    private static void write(UpgradedConnection connection, CompletableFuture<Boolean> expired) {
        connection.writeDeadline(Duration.ofMillis(100));
        assertThatThrownBy(() -> connection.write(ByteBuffer.allocate(16 << 20)))
                .isInstanceOf(IOException.class);
        expired.complete(connection.expired());
    }
}
