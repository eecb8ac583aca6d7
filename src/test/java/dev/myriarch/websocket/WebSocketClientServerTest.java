package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpHandler;
import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.TestServer;
import dev.myriarch.testing.Await;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebSocketClientServerTest {
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final String SWITCH =
            """
            HTTP/1.1 101 Switching Protocols
            Upgrade: WebSocket
            Connection: keep-alive, Upgrade
            Sec-WebSocket-Accept: ACCEPT

            """;

    private final RecordingHandler serverSide = new RecordingHandler();
    private final Received clientSide = new Received();
    private final WebSocketClient client = client(100);

    /** Keeps messages and does not answer them. */
    private static final class Received implements WebSocketHandler {
        private final java.util.concurrent.BlockingQueue<String> messages =
                new java.util.concurrent.LinkedBlockingQueue<>();
        private final java.util.concurrent.BlockingQueue<CloseCause> causes =
                new java.util.concurrent.LinkedBlockingQueue<>();

        @Override
        public void opened(WebSocket socket) {}

        @Override
        public void binary(byte[] message) {
            messages.add("binary " + Arrays.hashCode(message));
        }

        @Override
        public void text(String message) {
            messages.add("text " + message);
        }

        @Override
        public void closed(CloseCause cause) {
            causes.add(cause);
        }

        CloseCause cause() throws InterruptedException {
            return Optional.ofNullable(causes.poll(10, TimeUnit.SECONDS)).orElseThrow();
        }

        String message() throws InterruptedException {
            return Optional.ofNullable(messages.poll(10, TimeUnit.SECONDS)).orElseThrow();
        }
    }

    private static WebSocketClient client(int maxConnections) {
        try {
            return new WebSocketClient(
                    SSLContext.getDefault(),
                    maxConnections,
                    new SecureRandom(),
                    InstantSource.system());
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @AfterEach
    void stop() {
        client.close(Duration.ZERO);
    }

    private TestServer echo() throws IOException {
        return start(exchange ->
                WebSocketUpgrade.accept(exchange, WebSocketOptions.defaults(), serverSide));
    }

    private static TestServer start(HttpHandler handler) throws IOException {
        return TestServer.start(HttpLimits.defaults(), handler);
    }

    private WebSocketClient.Result connect(URI uri) {
        return connect(uri, Duration.ofSeconds(10));
    }

    private WebSocketClient.Result connect(URI uri, Duration limit) {
        return client.connect(
                uri,
                Map.of(),
                new WebSocketClientOptions(limit, WebSocketOptions.defaults()),
                clientSide);
    }

    private WebSocket open(URI uri) {
        return switch (connect(uri)) {
            case WebSocketClient.Result.Opened(WebSocket socket) -> socket;
            case WebSocketClient.Result.Refused refused -> throw new AssertionError(refused);
            case WebSocketClient.Result.Failed failed -> throw new AssertionError(failed);
        };
    }

    private static String failure(WebSocketClient.Result result) {
        assertThat(result).isInstanceOf(WebSocketClient.Result.Failed.class);
        return ((WebSocketClient.Result.Failed) result).reason();
    }

    @Test
    void messagesOfManySizesGoThereAndBack() throws Exception {
        try (TestServer server = echo()) {
            WebSocket socket = open(server.webSocketUri("/"));
            for (int size : new int[] {0, 1, 125, 126, 4097, 65_535, 65_536, 1_000_000}) {
                byte[] payload = new byte[size];
                new java.util.Random(size).nextBytes(payload);
                socket.send(payload);
                assertThat(clientSide.message()).isEqualTo("binary " + Arrays.hashCode(payload));
            }
            socket.close(1000, "done");
            assertThat(clientSide.cause())
                    .isEqualTo(new WebSocketHandler.CloseCause(1000, false, ""));
            assertThat(serverSide.cause())
                    .isEqualTo(new WebSocketHandler.CloseCause(1000, true, "done"));
            Await.until("it is forgotten", WAIT, () -> client.openConnections() == 0);
        }
    }

    @Test
    void theServerClosesFirst() throws Exception {
        try (TestServer server = echo()) {
            WebSocket socket = open(server.webSocketUri("/"));
            serverSide.socket().close(4001, "moved");
            assertThat(clientSide.cause())
                    .isEqualTo(new WebSocketHandler.CloseCause(4001, true, "moved"));
            assertThat(serverSide.cause().byPeer()).isFalse();
            assertThat(socket.isOpen()).isFalse();
            assertThatThrownBy(() -> socket.send(new byte[1])).isInstanceOf(IOException.class);
        }
    }

    @Test
    void closingTheClientSaysGoodbyeOnEveryWebSocket() throws Exception {
        try (TestServer server = echo()) {
            open(server.webSocketUri("/"));
            serverSide.socket();
            client.close(WAIT);
            assertThat(clientSide.cause().code()).isEqualTo(1001);
            assertThat(serverSide.cause())
                    .isEqualTo(new WebSocketHandler.CloseCause(1001, true, "the client stops"));
        }
    }

    @Test
    void pathQueryAndHeadersArriveAsGiven() throws Exception {
        try (MisbehavingServer server = MisbehavingServer.saying("HTTP/1.1 404 Not Found\n\n")) {
            client.connect(
                    server.uri("/a%20b?c=d"),
                    Map.of("Authorization", "Bearer x"),
                    WebSocketClientOptions.defaults(),
                    clientSide);
            assertThat(server.request().lines())
                    .startsWith("GET /a%20b?c=d HTTP/1.1")
                    .contains(
                            "Host: " + server.uri("/").getAuthority(),
                            "Connection: Upgrade",
                            "Upgrade: websocket",
                            "Sec-WebSocket-Version: 13",
                            "Authorization: Bearer x");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401|  |",
                "503| Retry-After: 7| 7",
                "429| Retry-After: 99999999999| 86400",
                "503| Retry-After: soon|",
                "302| Location: /elsewhere|",
            })
    void aRefusalHasItsStatusAndRetryAfter(
            int status,
            @org.jspecify.annotations.Nullable String header,
            @org.jspecify.annotations.Nullable Long seconds)
            throws Exception {
        String fields = header == null ? "" : header + "\n";
        try (MisbehavingServer server =
                MisbehavingServer.saying(
                        "HTTP/1.1 " + status + " No\nContent-Length: 0\n" + fields + "\n")) {
            assertThat(connect(server.uri("/")))
                    .isEqualTo(
                            new WebSocketClient.Result.Refused(
                                    status, Optional.ofNullable(seconds).map(Duration::ofSeconds)));
        }
        Await.until("it is forgotten", WAIT, () -> client.openConnections() == 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Upgrade: WebSocket| Upgrade: h2c| something else",
                "Upgrade: WebSocket| X: y| something else",
                "Connection: keep-alive, Upgrade| Connection: keep-alive| no Connection",
                "Accept: ACCEPT| Accept: x| does not belong to the key",
                "Sec-WebSocket-Accept: ACCEPT| X: y| does not belong to the key",
                "Upgrade: WebSocket| 'Upgrade: WebSocket\nSec-WebSocket-Extensions: a'| extension",
                "Upgrade: WebSocket| 'Upgrade: WebSocket\nSec-WebSocket-Protocol: a'| protocol",
                "HTTP/1.1 101| HTTP/2 101| status line",
                "HTTP/1.1 101| SSH-2.0-OpenSSH_9.2p1| status line",
                "Upgrade: WebSocket| Upgrade WebSocket| not understood",
                "Upgrade: WebSocket| Upgrade : WebSocket| not understood",
            })
    void anAnswerThatBreaksARuleIsAFailure(String right, String wrong, String reason)
            throws Exception {
        try (MisbehavingServer server = MisbehavingServer.saying(SWITCH.replace(right, wrong))) {
            assertThat(failure(connect(server.uri("/")))).contains(reason);
        }
        assertThat(clientSide.causes).isEmpty();
        assertThat(client.openConnections()).isZero();
    }

    @Test
    void anAnswerThatNeverEndsIsAFailure() throws Exception {
        try (MisbehavingServer server =
                        MisbehavingServer.start((socket, key) -> {
                            MisbehavingServer.write(socket, key, "HTTP/1.1 200 OK\n");
                            for (int i = 0; i < 100_000; i++) {
                                MisbehavingServer.write(socket, key, "X-" + i + ": y\n");
                            }
                        });
                MisbehavingServer interim =
                        MisbehavingServer.saying("HTTP/1.1 103 Early\n\n".repeat(100))) {
            assertThat(failure(connect(server.uri("/")))).contains("too many header fields");
            assertThat(failure(connect(interim.uri("/")))).contains("too many interim answers");
        }
    }

    @Test
    void anInterimAnswerBeforeTheRealOneIsSkipped() throws Exception {
        try (MisbehavingServer server =
                MisbehavingServer.saying("HTTP/1.1 103 Early Hints\nLink: a\n\n" + SWITCH)) {
            open(server.uri("/"));
            assertThat(clientSide.cause().code()).isEqualTo(1006);
        }
    }

    @Test
    void aServerThatSaysNothingIsGivenUp() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (MisbehavingServer silent =
                        MisbehavingServer.start((socket, key) -> {
                            MisbehavingServer.write(socket, key, "HTTP/1.1 101 S");
                            awaitQuietly(end);
                        });
                ServerSocket full = new ServerSocket(0)) {
            Duration brief = Duration.ofMillis(300);
            assertThat(failure(connect(silent.uri("/"), brief))).contains("no answer within 300");
            URI unserved = URI.create("ws://127.0.0.1:" + full.getLocalPort() + "/");
            assertThat(failure(connect(unserved, brief))).contains("no answer within 300");
        } finally {
            end.countDown();
        }
        assertThat(client.openConnections()).isZero();
    }

    private static void awaitQuietly(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new IOException("nobody ended the test");
            }
        } catch (InterruptedException interrupted) {
            throw new IOException(interrupted);
        }
    }

    @Test
    void nobodyAnsweringIsAFailureThatSaysWhere() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        assertThat(failure(connect(URI.create("ws://127.0.0.1:" + port + "/"))))
                .contains("127.0.0.1", String.valueOf(port));
        assertThat(failure(connect(URI.create("ws://host.invalid/")))).contains("host.invalid");
    }

    @Test
    void aMaskedFrameOfAServerFailsTheConnection() throws Exception {
        try (MisbehavingServer server =
                MisbehavingServer.start((socket, key) -> {
                    MisbehavingServer.write(socket, key, SWITCH);
                    Frames frames = new Frames().unmasked(0x81, new byte[] {'a'}).masked(0x82, "b");
                    socket.getOutputStream().write(frames.toBytes());
                })) {
            open(server.uri("/"));
            assertThat(clientSide.message()).isEqualTo("text a");
            assertThat(clientSide.cause())
                    .isEqualTo(
                            new WebSocketHandler.CloseCause(
                                    1002, false, "a server masked a frame"));
        }
    }

    @Test
    void framesGoOutMaskedWithKeysThatDiffer() throws Exception {
        var frames = new java.util.concurrent.LinkedBlockingQueue<List<Integer>>();
        try (MisbehavingServer server =
                MisbehavingServer.start((socket, key) -> {
                    MisbehavingServer.write(socket, key, SWITCH);
                    for (int i = 0; i < 2; i++) {
                        byte[] frame = socket.getInputStream().readNBytes(10);
                        frames.add(unmasked(frame));
                    }
                })) {
            WebSocket socket = open(server.uri("/"));
            socket.send(new byte[] {1, 2, 3, 4});
            socket.send(new byte[] {1, 2, 3, 4});
            List<Integer> first =
                    Optional.ofNullable(frames.poll(10, TimeUnit.SECONDS)).orElseThrow();
            List<Integer> second =
                    Optional.ofNullable(frames.poll(10, TimeUnit.SECONDS)).orElseThrow();
            assertThat(first.subList(1, 7)).containsExactly(0x82, 0x84, 1, 2, 3, 4);
            assertThat(second.subList(1, 7)).containsExactly(0x82, 0x84, 1, 2, 3, 4);
            assertThat(first.getFirst()).isNotEqualTo(second.getFirst());
        }
    }

    /** The key, the two bytes before it, and the payload after unmasking. */
    private static List<Integer> unmasked(byte[] frame) {
        List<Integer> parts = new java.util.ArrayList<>();
        parts.add(java.nio.ByteBuffer.wrap(frame, 2, 4).getInt());
        parts.add(frame[0] & 0xFF);
        parts.add(frame[1] & 0xFF);
        for (int i = 0; i < 4; i++) {
            parts.add((frame[6 + i] ^ frame[2 + i]) & 0xFF);
        }
        return parts;
    }

    @Test
    void noMoreConnectionsThanAllowedAreOpen() throws Exception {
        try (TestServer server = echo();
                WebSocketClient small = client(1)) {
            for (Class<?> expected :
                    List.of(
                            WebSocketClient.Result.Opened.class,
                            WebSocketClient.Result.Failed.class)) {
                assertThat(
                                small.connect(
                                        server.webSocketUri("/"),
                                        Map.of(),
                                        WebSocketClientOptions.defaults(),
                                        new Received()))
                        .isInstanceOf(expected);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost/",
        "ws:/path",
        "ws://user@localhost/",
        "ws://localhost/#part",
    })
    void anAddressThatIsNoneOfAWebSocketIsRefused(URI uri) {
        assertThatThrownBy(() -> connect(uri)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"Host, a", "Sec-WebSocket-Key, a", "upgrade, h2c", "X, 'a\nB: c'", "a b, c"})
    void headersThatCouldBreakTheHandshakeAreRefused(String name, String value) {
        assertThatThrownBy(() ->
                        client.connect(
                                URI.create("ws://127.0.0.1:1/"),
                                Map.of(name, value),
                                WebSocketClientOptions.defaults(),
                                clientSide))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
