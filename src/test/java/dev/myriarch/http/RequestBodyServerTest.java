package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestBodyServerTest {
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
    void chunkedBodiesWorkBothWays() throws IOException {
        String large = "0123456789".repeat(5000);
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange -> {
                                    exchange.sendResponseHeaders(200, 0);
                                    exchange.getRequestBody()
                                            .transferTo(exchange.getResponseBody());
                                    exchange.close();
                                });
                RawClient client = server.raw()) {
            client.send("POST / HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n");
            client.send(Integer.toHexString(large.length()) + "\r\n" + large + "\r\n0\r\n\r\n");
            RawClient.Answer answer = client.read();
            assertThat(answer.header("Transfer-Encoding")).contains("chunked");
            assertThat(answer.body()).isEqualTo(large);
        }
    }

    @Test
    void theJdkClientIsServed() throws Exception {
        byte[] large = new byte[300_000];
        Arrays.fill(large, (byte) 'x');
        try (TestServer server =
                        TestServer.start(HttpLimits.defaults(), RequestBodyServerTest::echo);
                HttpClient client = HttpClient.newHttpClient()) {
            List<HttpRequest.BodyPublisher> bodies =
                    List.of(
                            HttpRequest.BodyPublishers.ofByteArray(large),
                            HttpRequest.BodyPublishers.ofInputStream(
                                    () -> InputStream.nullInputStream()));
            for (HttpRequest.BodyPublisher body : bodies) {
                HttpResponse<String> response =
                        client.send(
                                HttpRequest.newBuilder(server.uri("/a")).POST(body).build(),
                                HttpResponse.BodyHandlers.ofString());
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(response.body()).endsWith("!");
                assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            }
        }
    }

    @Test
    void continueIsSentWhenTheBodyIsRead() throws IOException {
        try (TestServer server =
                        TestServer.start(HttpLimits.defaults(), RequestBodyServerTest::echo);
                RawClient client = server.raw()) {
            client.send(
                    "POST / HTTP/1.1\r\n"
                            + HOST
                            + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(100);
            assertThat(client.send("ab").read().body()).isEqualTo("ab!");
            assertThat(client.send(post("c")).read().body()).isEqualTo("c!");
        }
    }

    @Test
    void withoutReadingTheBodyThereIsNoContinueAndTheConnectionEnds() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(), exchange -> answer(exchange, 403, "no"));
                RawClient client = server.raw()) {
            client.send(
                    "POST / HTTP/1.1\r\n"
                            + HOST
                            + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            RawClient.Answer answer = client.read();
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.header("Connection")).contains("close");
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void aSmallUnreadBodyIsSkipped() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(), exchange -> answer(exchange, 200, "a"));
                RawClient client = server.raw()) {
            client.send(post("GET /smuggled HTTP/1.1\r\n\r\n") + GET);
            assertThat(client.read().header("Connection")).isEmpty();
            assertThat(client.read().body()).isEqualTo("a");
            assertThat(server.http().stats().requests()).isEqualTo(2);
        }
    }

    @Test
    void anEarlyErrorArrivesAlthoughTheBodyIsUnread() throws IOException {
        HttpLimits limits = HttpLimits.defaults();
        try (TestServer server = TestServer.start(limits, exchange -> answer(exchange, 403, "no"));
                RawClient client = server.raw()) {
            int size = 4 << 20;
            client.send("POST / HTTP/1.1\r\n" + HOST + "Content-Length: " + size + "\r\n\r\n");
            client.send("x".repeat(size));
            RawClient.Answer answer = client.read();
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.header("Connection")).contains("close");
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void aBodyBeyondTheLimitIsRefusedBeforeTheHandler() throws IOException {
        HttpLimits limits =
                HttpLimits.defaults()
                        .withBody(
                                new HttpLimits.Body(
                                        10, HttpLimits.defaults().body().readTimeout(), 1, 100));
        try (TestServer server = TestServer.start(limits, RequestBodyServerTest::echo);
                RawClient fixed = server.raw();
                RawClient chunked = server.raw()) {
            assertThat(fixed.send(post("x".repeat(11))).read().status()).isEqualTo(413);
            chunked.send("POST / HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n");
            chunked.send("b\r\n01234567890\r\n0\r\n\r\n");
            assertThat(chunked.read().status()).isEqualTo(413);
            assertThat(chunked.rest()).isEmpty();
        }
    }

    @Test
    void aChunkThatIsNotOneIsNotTakenForTheNextRequest() throws IOException {
        try (TestServer server =
                        TestServer.start(HttpLimits.defaults(), RequestBodyServerTest::echo);
                RawClient client = server.raw()) {
            client.send("POST / HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n");
            client.send("100000000\r\n\r\n" + GET);
            assertThat(client.read().status()).isEqualTo(413);
            assertThat(client.rest()).isEmpty();
        }
    }
}
