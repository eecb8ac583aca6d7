package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseServerTest {
    private static final String HOST = "Host: a.example\r\n";
    private static final String GET = "GET / HTTP/1.1\r\n" + HOST + "\r\n";

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void headHasTheHeadersOfGetAndNoBody() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(), exchange -> answer(exchange, 200, "abc"));
                RawClient client = server.raw()) {
            client.send("HEAD / HTTP/1.1\r\n" + HOST + "\r\n");
            assertThat(client.readHead().header("Content-Length")).contains("3");
            assertThat(client.send(GET).read().body()).isEqualTo("abc");
        }
    }

    @Test
    void answersWithoutBodyHaveNone() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange -> {
                                    int status =
                                            Integer.parseInt(
                                                    exchange.getRequestURI()
                                                            .getPath()
                                                            .substring(1));
                                    exchange.sendResponseHeaders(status, -1);
                                });
                RawClient client = server.raw()) {
            for (int status : List.of(204, 304, 200)) {
                client.send("GET /" + status + " HTTP/1.1\r\n" + HOST + "\r\n");
                RawClient.Answer answer = client.read();
                assertThat(answer.status()).isEqualTo(status);
                assertThat(answer.header("Content-Length").isPresent()).isEqualTo(status == 200);
                assertThat(answer.header("Transfer-Encoding")).isEmpty();
            }
        }
    }

    @Test
    void http10IsAnsweredUntilTheEndOfTheConnection() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange -> {
                                    exchange.sendResponseHeaders(200, 0);
                                    exchange.getResponseBody().write(new byte[] {'a', 'b'});
                                    exchange.close();
                                });
                RawClient client = server.raw()) {
            RawClient.Answer answer = client.send("GET / HTTP/1.0\r\n\r\n").read();
            assertThat(answer.header("Connection")).contains("close");
            assertThat(answer.header("Transfer-Encoding")).isEmpty();
            assertThat(answer.body()).isEqualTo("ab");
        }
    }

    @Test
    void aHeaderValueCannotAddALine() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange -> {
                                    exchange.getResponseHeaders().put("X-A", List.of("b\0c\u0001"));
                                    exchange.sendResponseHeaders(200, -1);
                                });
                RawClient client = server.raw()) {
            RawClient.Answer answer = client.send(GET).read();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.header("X-A")).isEmpty();
        }
    }

    @Test
    void theServerWritesItsOwnFraming() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange -> {
                                    exchange.getResponseHeaders().set("Content-Length", "99");
                                    exchange.getResponseHeaders()
                                            .set("Transfer-Encoding", "chunked");
                                    exchange.getResponseHeaders().set("etag", "\"x\"");
                                    answer(exchange, 200, "abc");
                                });
                RawClient client = server.raw()) {
            RawClient.Answer answer = client.send(GET).read();
            assertThat(answer.header("Content-Length")).contains("3");
            assertThat(answer.header("Transfer-Encoding")).isEmpty();
            assertThat(answer.lines()).contains("ETag: \"x\"");
        }
    }

    @Test
    void aHandlerThatFailsGives500WithoutItsText() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                _ -> {
                                    throw new IllegalStateException("s3cret");
                                });
                RawClient client = server.raw()) {
            RawClient.Answer answer = client.send(GET).read();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).doesNotContain("s3cret");
            assertThat(client.send(GET).read().status()).isEqualTo(500);
        }
    }

    @Test
    void aHandlerWithoutAnswerGives500() throws IOException {
        try (TestServer server = TestServer.start(HttpLimits.defaults(), _ -> {});
                RawClient client = server.raw()) {
            assertThat(client.send(GET).read().status()).isEqualTo(500);
        }
    }

    @Test
    void anAnswerThatIsTooShortIsCutOff() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange -> {
                                    exchange.sendResponseHeaders(200, 10);
                                    exchange.getResponseBody().write(new byte[3]);
                                });
                RawClient client = server.raw()) {
            client.send(GET);
            assertThatThrownBy(client::read).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aFailureWithinAChunkedAnswerSendsNoLastChunk() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange -> {
                                    exchange.sendResponseHeaders(200, 0);
                                    exchange.getResponseBody().write(new byte[] {'a'});
                                    exchange.getResponseBody().flush();
                                    throw new IllegalStateException("half way");
                                });
                RawClient client = server.raw()) {
            client.send(GET);
            assertThatThrownBy(client::read).isInstanceOf(IOException.class);
        }
    }

    @Test
    void tooLongABodyIsAnErrorOfTheHandler() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange -> {
                                    exchange.sendResponseHeaders(200, 2);
                                    exchange.getResponseBody().write(new byte[3]);
                                });
                RawClient client = server.raw()) {
            client.send(GET);
            assertThatThrownBy(client::read).isInstanceOf(IOException.class);
        }
    }
}
