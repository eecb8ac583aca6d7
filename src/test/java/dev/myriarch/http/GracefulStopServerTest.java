package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import dev.myriarch.testing.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GracefulStopServerTest {
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    @Test
    void idleConnectionsEndAtOnceAndRunningExchangesFinish() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        TestServer server =
                TestServer.start(
                        HttpLimits.defaults(),
                        exchange -> {
                            if (exchange.getRequestURI().getPath().equals("/slow")) {
                                await(release);
                            }
                            exchange.sendResponseHeaders(200, -1);
                        });
        try (RawClient idle = server.raw();
                RawClient busy = server.raw()) {
            assertThat(idle.send(GET).read().header("Connection")).isEmpty();
            busy.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            Await.until("it runs", WAIT, () -> server.http().stats().requests() == 2);
            Thread stopping = Thread.startVirtualThread(() -> server.http().stop(WAIT));
            assertThat(idle.rest()).isEmpty();
            assertThatThrownBy(server::connect).isInstanceOf(IOException.class);
            assertThat(stopping.isAlive()).isTrue();
            release.countDown();
            RawClient.Answer answer = busy.read();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Connection")).contains("close");
            assertThat(busy.rest()).isEmpty();
            busy.socket().shutdownOutput();
            assertThat(stopping.join(WAIT)).isTrue();
            assertThat(server.http().stats().openConnections()).isZero();
        }
    }

    @Test
    void upgradedConnectionsAreToldAndMaySayGoodBye() throws Exception {
        TestServer server =
                TestServer.start(HttpLimits.defaults(), GracefulStopServerTest::upgrade);
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            clients.add(server.raw().send(GET));
            assertThat(clients.getLast().readHead().status()).isEqualTo(101);
        }
        Await.until("all are up", WAIT, () -> server.http().stats().upgradedConnections() == 30);
        server.http().stop(WAIT);
        for (RawClient client : clients) {
            assertThat(client.rest()).isEqualTo("bye");
            client.close();
        }
    }

    @Test
    void upgradedConnectionsAreToldNoFasterThanTheDrainRate() throws Exception {
        HttpLimits limits = HttpLimits.defaults();
        HttpLimits.Connections connections = limits.connections();
        HttpLimits paced =
                limits.withConnections(
                        new HttpLimits.Connections(
                                connections.max(),
                                connections.backlog(),
                                connections.idleTimeout(),
                                connections.writeTimeout(),
                                connections.sendBufferBytes(),
                                20));
        TestServer server = TestServer.start(paced, GracefulStopServerTest::upgrade);
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            clients.add(server.raw().send(GET));
            assertThat(clients.getLast().readHead().status()).isEqualTo(101);
        }
        Await.until("all are up", WAIT, () -> server.http().stats().upgradedConnections() == 11);
        long start = System.nanoTime();
        server.http().stop(WAIT);
        // Ten pauses of 50 ms; a slow machine only makes it longer.
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isGreaterThanOrEqualTo(Duration.ofMillis(500));
        for (RawClient client : clients) {
            assertThat(client.rest()).isEqualTo("bye");
            client.close();
        }
    }

    @Test
    void whatDoesNotEndIsResetAtTheDeadline() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        TestServer server =
                TestServer.start(
                        HttpLimits.defaults(),
                        exchange -> {
                            exchange.sendResponseHeaders(200, 0);
                            exchange.getResponseBody().flush();

                            while (never.getCount() > 0) {
                                exchange.getResponseBody().write(new byte[1000]);
                            }
                        });
        try (RawClient client = server.raw()) {
            assertThat(client.send(GET).readHead().status()).isEqualTo(200);
            server.http().stop(Duration.ofMillis(300));
            assertThat(server.http().stats().openConnections()).isZero();
            assertThatThrownBy(client::rest).isInstanceOf(IOException.class);
        } finally {
            never.countDown();
        }
    }

    @Test
    void aStoppedServerCannotBeStartedAndStoppingTwiceIsFine() throws IOException {
        TestServer server = TestServer.bind(HttpLimits.defaults());
        server.http().stop(0);
        server.http().stop(0);
        assertThatThrownBy(() -> server.http().start()).isInstanceOf(IllegalStateException.class);
    }

    /** Waits for the signal and says good-bye; woken by its own read deadline. */
    private static void upgrade(com.sun.net.httpserver.HttpExchange exchange) throws IOException {
        Headers headers = new Headers();
        headers.set("Upgrade", "test");
        Upgrades.upgrade(
                exchange,
                headers,
                connection -> {
                    CountDownLatch told = new CountDownLatch(1);
                    connection.onStopping(told::countDown);
                    await(told);
                    assertThat(connection.stopping()).isTrue();
                    connection.write(ByteBuffer.wrap("bye".getBytes(StandardCharsets.US_ASCII)));
                });
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(10, TimeUnit.SECONDS)) {
                throw new IOException("not released");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }
}
