package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadHttpServerServerTest {
    private static final String HOST = "Host: a.example\r\n";
    private static final String GET = "GET / HTTP/1.1\r\n" + HOST + "\r\n";

    private static void echo(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        answer(exchange, 200, new String(body, StandardCharsets.UTF_8) + "!");
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String post(String body) {
        return "POST / HTTP/1.1\r\n"
                + HOST
                + "Content-Length: "
                + body.length()
                + "\r\n\r\n"
                + body;
    }

    @Test
    void aConnectionServesManyRequests() throws IOException {
        try (TestServer server =
                        TestServer.start(HttpLimits.defaults(), ThreadHttpServerServerTest::echo);
                RawClient client = server.raw()) {
            for (int i = 0; i < 20; i++) {
                RawClient.Answer answer = client.send(post("n" + i)).read();
                assertThat(answer.body()).isEqualTo("n" + i + "!");
                assertThat(answer.header("Connection")).isEmpty();
                assertThat(answer.header("Date").orElseThrow()).endsWith(" GMT").hasSize(29);
            }
            assertThat(server.http().stats().requests()).isEqualTo(20);
            assertThat(server.http().stats().openConnections()).isEqualTo(1);
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws IOException {
        try (TestServer server =
                        TestServer.start(HttpLimits.defaults(), ThreadHttpServerServerTest::echo);
                RawClient client = server.raw()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 200; i++) {
                all.append(post("n" + i));
            }
            client.send(all.toString());
            for (int i = 0; i < 200; i++) {
                assertThat(client.read().body()).isEqualTo("n" + i + "!");
            }
        }
    }

    @Test
    void aParseErrorIsAnsweredAndEndsTheConnection() throws IOException {
        try (TestServer server =
                        TestServer.start(HttpLimits.defaults(), ThreadHttpServerServerTest::echo);
                RawClient client = server.raw()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + GET);
            RawClient.Answer answer = client.read();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.header("Connection")).contains("close");
            assertThat(client.rest()).isEmpty();
            assertThat(server.http().stats().badRequests()).isEqualTo(1);
            assertThat(server.http().stats().requests()).isZero();
        }
    }

    @Test
    void contextsTakeTheirPathAndWhatIsBelow() throws IOException {
        try (TestServer server = TestServer.bind(HttpLimits.defaults())) {
            for (String path : List.of("/", "/a", "/a/b/", "/v1/x")) {
                server.http().createContext(path, exchange -> answer(exchange, 200, path));
            }
            server.http().start();
            try (RawClient client = server.raw()) {
                List<String> expected =
                        List.of(
                                "/ /",
                                "/zz /",
                                "/ab /",
                                "/a /a",
                                "/a/ /a",
                                "/a/c /a",
                                "/a/b /a",
                                "/a/b/ /a/b/",
                                "/a/b/c/d /a/b/",
                                "/v1/x /v1/x",
                                "/v1/xy /",
                                "/v1/x/y /v1/x",
                                "/v1 /",
                                "/a?b=/a/b/ /a");
                for (String each : expected) {
                    String[] parts = each.split(" ");
                    client.send("GET " + parts[0] + " HTTP/1.1\r\n" + HOST + "\r\n");
                    assertThat(client.read().body()).as(parts[0]).isEqualTo(parts[1]);
                }
            }
        }
    }

    @Test
    void whatNoContextTakesIs404AndTheAsteriskIsAnswered() throws IOException {
        try (TestServer server = TestServer.bind(HttpLimits.defaults())) {
            server.http().createContext("/a", exchange -> answer(exchange, 200, "a"));
            server.http().start();
            try (RawClient client = server.raw()) {
                assertThat(client.send(GET).read().status()).isEqualTo(404);
                client.send("OPTIONS * HTTP/1.1\r\n" + HOST + "\r\n");
                assertThat(client.read().status()).isEqualTo(204);
            }
        }
    }

    @Test
    void moreConnectionsThanAllowedAreClosed() throws IOException {
        HttpLimits.Connections old = HttpLimits.defaults().connections();
        HttpLimits limits =
                HttpLimits.defaults()
                        .withConnections(
                                new HttpLimits.Connections(
                                        1,
                                        old.backlog(),
                                        old.idleTimeout(),
                                        old.writeTimeout(),
                                        old.sendBufferBytes(),
                                        old.drainPerSecond()));
        try (TestServer server = TestServer.start(limits, exchange -> answer(exchange, 200, "a"));
                RawClient first = server.raw()) {
            assertThat(first.send(GET).read().status()).isEqualTo(200);
            try (RawClient second = server.raw()) {
                assertThat(second.rest()).isEmpty();
            }
            assertThat(server.http().stats().refused()).isEqualTo(1);
            assertThat(first.send(GET).read().status()).isEqualTo(200);
        }
    }
}
