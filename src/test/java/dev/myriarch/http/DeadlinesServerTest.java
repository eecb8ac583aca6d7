package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.myriarch.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeadlinesServerTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private static HttpLimits limits(Duration head, Duration body, Duration idle, Duration write) {
        HttpLimits.Connections old = HttpLimits.defaults().connections();
        return HttpLimits.defaults()
                .withHead(new HttpLimits.Head(8192, 8192, 100, head))
                .withBody(new HttpLimits.Body(16 << 20, body, 1 << 20, 100))
                .withConnections(
                        new HttpLimits.Connections(
                                old.max(), old.backlog(), idle, write, 16 << 10, 100));
    }

    private static void ok(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(204, -1);
    }

    @Test
    void aHeadThatDribblesIsAnsweredWith408() throws IOException {
        try (TestServer server =
                TestServer.start(limits(SHORT, LONG, LONG, LONG), DeadlinesServerTest::ok)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                clients.add(server.raw().send("GET / HTTP/1.1\r\nX: "));
            }
            for (RawClient client : clients) {
                assertThat(client.read().status()).isEqualTo(408);
                assertThat(client.rest()).isEmpty();
                client.close();
            }
        }
    }

    @Test
    void aConnectionThatSaysNothingIsClosedWithoutAWord() throws IOException {
        try (TestServer server =
                        TestServer.start(limits(SHORT, LONG, LONG, LONG), DeadlinesServerTest::ok);
                RawClient client = server.raw()) {
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void anIdleConnectionIsClosed() throws IOException {
        try (TestServer server =
                        TestServer.start(limits(LONG, LONG, SHORT, LONG), DeadlinesServerTest::ok);
                RawClient client = server.raw()) {
            assertThat(client.send(GET).read().status()).isEqualTo(204);
            assertThat(client.rest()).isEmpty();
            Await.until(
                    "the connection is forgotten",
                    WAIT,
                    () -> server.http().stats().openConnections() == 0);
        }
    }

    @Test
    void aBodyThatStopsIsAnsweredWith408() throws IOException {
        try (TestServer server =
                        TestServer.start(limits(LONG, SHORT, LONG, LONG), DeadlinesServerTest::ok);
                RawClient client = server.raw()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
            assertThat(client.read().status()).isEqualTo(408);
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void aPeerThatReadsNothingIsReset() throws IOException {
        AtomicInteger failures = new AtomicInteger();
        byte[] large = new byte[8 << 20];
        try (TestServer server =
                        TestServer.start(
                                limits(LONG, LONG, LONG, SHORT),
                                exchange -> {
                                    exchange.sendResponseHeaders(200, large.length);
                                    try {
                                        exchange.getResponseBody().write(large);
                                    } catch (IOException failure) {
                                        failures.incrementAndGet();
                                        throw failure;
                                    }
                                });
                RawClient client = server.raw()) {
            client.socket().setReceiveBufferSize(4096);
            client.send(GET);
            Await.until("the write fails", WAIT, () -> failures.get() == 1);
            Await.until(
                    "the connection is forgotten",
                    WAIT,
                    () -> server.http().stats().openConnections() == 0);
        }
    }

    @Test
    void theTimeOfTheHandlerDoesNotCount() throws Exception {
        CountDownLatch expired = new CountDownLatch(1);
        try (TestServer server =
                        TestServer.start(
                                limits(SHORT, SHORT, LONG, LONG),
                                exchange -> {
                                    try {
                                        // Longer than both deadlines: the other client's is over.
                                        assertThat(
                                                        expired.await(
                                                                10,
                                                                java.util.concurrent.TimeUnit
                                                                        .SECONDS))
                                                .isTrue();
                                    } catch (InterruptedException interrupted) {
                                        throw new IOException(interrupted);
                                    }
                                    ok(exchange);
                                });
                RawClient client = server.raw();
                RawClient other = server.raw()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc");
            assertThat(other.send("GET").read().status()).isEqualTo(408);
            expired.countDown();
            assertThat(client.read().status()).isEqualTo(204);
        }
    }
}
