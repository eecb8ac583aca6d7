package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccessLogServerTest {
    private static final String CLIENT = "192.0.2.7";
    private static final Duration WAIT = Duration.ofSeconds(10);

    /** Keeps the lines. */
    private static final class Lines implements System.Logger {
        private final Queue<String> lines = new ConcurrentLinkedQueue<>();

        @Override
        public String getName() {
            return "lines";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(
                Level level,
                @Nullable ResourceBundle bundle,
                @Nullable String text,
                @Nullable Throwable thrown) {
            lines.add(level + " " + text);
        }

        @Override
        public void log(
                Level level,
                @Nullable ResourceBundle bundle,
                @Nullable String format,
                @Nullable Object @Nullable ... parameters) {
            lines.add(level + " " + format);
        }
    }

    @Test
    void aRequestIsOneLineWithoutItsQuery() throws IOException {
        Lines log = new Lines();
        ClientAddress clients = new ClientAddress(List.of(Cidr.parse("127.0.0.1")));
        Router router =
                new Router(
                        RouterOptions.of("/api", 100, clients, InstantSource.system()),
                        List.of(new Route("GET", "/a/{b}", "getA", "read")),
                        Map.of("getA", _ -> ApiResponse.text("text/plain", "abc")),
                        List.of());
        try (TestServer server = TestServer.bind(HttpLimits.defaults())) {
            server.http()
                    .createContext("/", router)
                    .getFilters()
                    .add(new AccessLog(log, clients, InstantSource.system(), "/probe"::equals));
            server.http().start();
            try (RawClient client = server.raw()) {
                client.send(
                        "GET /api/a/1?token=s3cret HTTP/1.1\r\n"
                                + ("Host: a\r\nX-Forwarded-For: " + CLIENT + "\r\n\r\n"));
                assertThat(client.read().status()).isEqualTo(200);
                client.send("GET /probe HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.read().status()).isEqualTo(404);
                Await.until("two lines", WAIT, () -> log.lines.size() == 2);
                assertThat(log.lines.remove())
                        .matches(
                                "INFO GET /api/a/1 status=200 bytes=3 millis=\\d+"
                                        + " client=192\\.0\\.2\\.7 operation=getA");
                assertThat(log.lines.remove()).startsWith("DEBUG GET /probe status=404");
            }
        }
    }
}
