package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.testing.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventStreamServerTest {
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final String GET = "GET /api/stream HTTP/1.1\r\nHost: a\r\n\r\n";

    private static TestServer start(ApiResponse.EventStreamBody body) throws IOException {
        Router router =
                new Router(
                        RouterOptions.of(
                                "/api", 100, new ClientAddress(List.of()), InstantSource.system()),
                        List.of(new Route("GET", "/stream", "stream", "read")),
                        Map.of("stream", _ -> new ApiResponse.EventStream(body, Map.of())),
                        List.of());
        return TestServer.start(HttpLimits.defaults(), router);
    }

    private static String chunk(RawClient client) throws IOException {
        String text = client.text(Integer.parseInt(client.line(), 16));
        assertThat(client.line()).isEmpty();
        return text;
    }

    @Test
    void everyEventIsFlushedByItself() throws IOException {
        Semaphore go = new Semaphore(0);
        try (TestServer server =
                        start(events -> {
                            go.acquireUninterruptibly();
                            events.event("agent.updated", "{\"id\":1}");
                            go.acquireUninterruptibly();
                            events.comment("ping");
                        });
                RawClient client = server.raw()) {
            RawClient.Answer head = client.send(GET).readHead();
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("Content-Type")).contains("text/event-stream");
            assertThat(head.header("Cache-Control")).contains("no-cache");
            assertThat(head.header("X-Accel-Buffering")).contains("no");
            go.release();
            assertThat(chunk(client)).isEqualTo("event: agent.updated\ndata: {\"id\":1}\n\n");
            go.release();
            assertThat(chunk(client)).isEqualTo(": ping\n\n");
            assertThat(client.line()).isEqualTo("0");
            assertThat(client.line()).isEmpty();
            assertThat(client.send(GET).readHead().status()).isEqualTo(200);
        }
    }

    @Test
    void eventsOfSeveralThreadsAreNotMixed() throws IOException {
        int threads = 4;
        int each = 200;
        try (TestServer server =
                        start(events -> {
                            CountDownLatch done = new CountDownLatch(threads);
                            for (int t = 0; t < threads; t++) {
                                String data = ("" + t).repeat(50);
                                Thread.startVirtualThread(() -> write(events, data, each, done));
                            }
                            await(done);
                        });
                RawClient client = server.raw()) {
            String body = client.send(GET).read().body();
            assertThat(body.split("\n\n"))
                    .hasSize(threads * each)
                    .allMatch(event -> event.matches("event: n\ndata: (\\d)\\1{49}"));
        }
    }

    private static void write(SseWriter events, String data, int count, CountDownLatch done) {
        try {
            for (int i = 0; i < count; i++) {
                events.event("n", data);
            }
        } catch (IOException failure) {
            throw new AssertionError(failure);
        } finally {
            done.countDown();
        }
    }

    @Test
    void aClientThatLeftEndsTheStream() throws Exception {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        try (TestServer server =
                start(events -> {
                    try {
                        while (true) {
                            events.event("n", "x".repeat(1000));
                        }
                    } finally {
                        ended.complete(true);
                    }
                })) {
            try (RawClient client = server.raw()) {
                assertThat(client.send(GET).readHead().status()).isEqualTo(200);
            }
            assertThat(ended.get(10, TimeUnit.SECONDS)).isTrue();
            Await.until(
                    "the connection is forgotten",
                    WAIT,
                    () -> server.http().stats().openConnections() == 0);
        }
    }

    @Test
    void stoppingTheServerInterruptsTheStream() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        try (TestServer server =
                        start(events -> {
                            events.event("n", "first");
                            try {
                                interrupted.complete(
                                        new CountDownLatch(1).await(10, TimeUnit.SECONDS));
                            } catch (InterruptedException stopped) {
                                interrupted.complete(true);
                            }
                        });
                RawClient client = server.raw()) {
            assertThat(client.send(GET).readHead().status()).isEqualTo(200);
            assertThat(chunk(client)).contains("first");
            client.socket().shutdownOutput();
            server.http().stop(WAIT);
            assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
            assertThat(client.line()).isEqualTo("0");
        }
    }

    @Test
    void headOpensNoStream() throws IOException {
        try (TestServer server =
                        start(_ -> {
                            throw new IllegalStateException("not for HEAD");
                        });
                RawClient client = server.raw()) {
            client.send(GET.replace("GET", "HEAD"));
            assertThat(client.readHead().status()).isEqualTo(200);
            assertThat(client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n").read().status())
                    .isEqualTo(404);
        }
    }

    @Test
    void lineEndsInTheDataCannotEndAnEvent() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EventStreamWriter writer = new EventStreamWriter(out);
        writer.event("n", "a\n\nevent: x\rb\r\nc");
        writer.comment("a\nb");
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        "event: n\ndata: a\ndata: \ndata: event: x\ndata: b\ndata: c\n\n: a\n: b\n\n");
    }

    @Test
    void malformedNamesAndLateEventsAreErrors() {
        EventStreamWriter writer = new EventStreamWriter(new ByteArrayOutputStream());
        for (String name : List.of("", "a b", "a\nb", "a:b")) {
            assertThatThrownBy(() -> writer.event(name, "x"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        writer.end();
        assertThatThrownBy(() -> writer.event("n", "x")).isInstanceOf(IOException.class);
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
