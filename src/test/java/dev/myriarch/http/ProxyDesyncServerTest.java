package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.myriarch.testing.ReverseProxy;
import dev.myriarch.testing.Skip;
import dev.myriarch.testing.TestAuthority;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Requests that two parsers could cut in two ways, through nginx and HAProxy. Whatever they pass
 * on, nobody who comes after on the same connections gets an answer that is not his.
 */
class ProxyDesyncServerTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int VICTIMS = 3;

    /** What an attacker wants the server, but not the proxy, to take for a request. */
    private static final String HIDDEN = "GET /hidden HTTP/1.1\r\nHost: a.example\r\n\r\n";

    @TempDir private Path folder;

    private final ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();

    /** Answers with its path, after it has read the body. */
    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getRawPath();
        seen.add(path);
        byte[] body = path.getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static Map<String, String> attacks() {
        Map<String, String> attacks = new TreeMap<>();
        String chunk = Integer.toHexString(HIDDEN.length()) + "\r\n" + HIDDEN + "\r\n0\r\n\r\n";
        String afterEnd = "0\r\n\r\n" + HIDDEN;
        String chunked = "Transfer-Encoding: chunked";
        attacks.put("a hidden request in a body", post(length(HIDDEN), HIDDEN));
        attacks.put("a hidden request in a chunk", post(chunked, chunk));
        attacks.put("length before chunked", post(length(afterEnd) + "\r\n" + chunked, afterEnd));
        attacks.put("short length before chunked", post("Content-Length: 4\r\n" + chunked, chunk));
        attacks.put("chunked before length", post(chunked + "\r\n" + length(afterEnd), afterEnd));
        attacks.put("two lengths", post("Content-Length: 0\r\n" + length(HIDDEN), HIDDEN));
        attacks.put("list of lengths", post("Content-Length: 0, " + HIDDEN.length(), HIDDEN));
        attacks.put("signed length", post("Content-Length: +" + HIDDEN.length(), HIDDEN));
        attacks.put("length of other digits", post("Content-Length: 0x2A", HIDDEN));
        attacks.put("unknown coding", post("Transfer-Encoding: xchunked", afterEnd));
        attacks.put("space before colon", post("Transfer-Encoding : chunked", afterEnd));
        attacks.put("two codings", post(chunked + "\r\nTransfer-Encoding: x", afterEnd));
        attacks.put("vertical tab", post("Transfer-Encoding:\u000bchunked", afterEnd));
        attacks.put("bare line feed", post("X: y\nTransfer-Encoding: chunked", afterEnd));
        attacks.put("folded coding", post("Transfer-Encoding:\r\n chunked", afterEnd));
        attacks.put("nul in a value", post("X: a\0b\r\n" + length(HIDDEN), HIDDEN));
        attacks.put("line feed in an extension", post(chunked, "2;\nxx\r\n" + chunk));
        attacks.put("size with a prefix", post(chunked, "0x" + chunk));
        attacks.put("size beyond 64 bits", post(chunked, "10000000000000000" + chunk));
        attacks.put("size with a space", post(chunked, "0 \r\n\r\n" + HIDDEN));
        attacks.put("line feed after a chunk", post(chunked, "1\r\na\n" + chunk));
        attacks.put("length in a trailer", post(chunked, "0\r\n" + length(HIDDEN) + "\r\n\r\n"));
        attacks.put(
                "get with a body",
                "GET /attack HTTP/1.1\r\nHost: a.example\r\n"
                        + length(HIDDEN)
                        + "\r\n\r\n"
                        + HIDDEN);
        attacks.put(
                "chunked in HTTP/1.0",
                "POST /attack HTTP/1.0\r\nHost: a.example\r\n" + chunked + "\r\n\r\n" + chunk);
        attacks.put("encoded line end", "GET /a%0d%0aX:%20y HTTP/1.1\r\nHost: a.example\r\n\r\n");
        attacks.put("two hosts", "GET /attack HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
        attacks.put("other host", "GET http://b.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n");
        attacks.put("dot segments", "GET /a/%2e%2e/%2e./b HTTP/1.1\r\nHost: a.example\r\n\r\n");
        return attacks;
    }

    private static String post(String fields, String body) {
        return "POST /attack HTTP/1.1\r\nHost: a.example\r\n" + fields + "\r\n\r\n" + body;
    }

    private static String length(String body) {
        return "Content-Length: " + body.length();
    }

    @ParameterizedTest
    @EnumSource
    void nobodyGetsTheAnswerOfAnother(ReverseProxy.Kind kind) throws Exception {
        Path program = Skip.unlessInstalled(kind.program(), ProxyDesyncServerTest.class);
        TestAuthority authority = new TestAuthority(folder);
        Path own = Files.createDirectory(folder.resolve("proxy"));
        try (TestServer server = TestServer.start(HttpLimits.defaults(), this::answer);
                ReverseProxy proxy =
                        ReverseProxy.start(
                                kind, program, own, server.uri("").getPort(), authority)) {
            int number = 0;
            for (Map.Entry<String, String> attack : attacks().entrySet()) {
                String first = firstLine(authority, proxy, attack.getValue());
                assertThat(first)
                        .as(attack.getKey())
                        .matches("|HTTP/1.1 (200|400|408|411|413|501) .*");
                for (int i = 0; i < VICTIMS; i++) {
                    String path = "/victim-" + number++;
                    assertThat(body(authority, proxy, path)).as(attack.getKey()).isEqualTo(path);
                }
            }
            assertThat(seen.stream().filter(path -> path.startsWith("/victim-")).distinct())
                    .hasSize(attacks().size() * VICTIMS);
        }
    }

    private static Socket connect(TestAuthority authority, ReverseProxy proxy) throws IOException {
        Socket socket =
                authority
                        .context()
                        .getSocketFactory()
                        .createSocket(proxy.url().getHost(), proxy.url().getPort());
        socket.setSoTimeout((int) LIMIT.toMillis());
        return socket;
    }

    /** Of the first answer; empty when the connection ends without one. */
    private static String firstLine(TestAuthority authority, ReverseProxy proxy, String request)
            throws IOException {
        try (RawClient client = new RawClient(connect(authority, proxy))) {
            client.send(request);
            return client.line();
        } catch (IOException ended) {
            return "";
        }
    }

    private static String body(TestAuthority authority, ReverseProxy proxy, String path)
            throws IOException {
        try (RawClient client = new RawClient(connect(authority, proxy))) {
            client.send("GET " + path + " HTTP/1.1\r\nHost: a.example\r\n\r\n");
            return client.read().body();
        }
    }
}
