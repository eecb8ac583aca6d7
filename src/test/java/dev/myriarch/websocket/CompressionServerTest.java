package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompressionServerTest {
    private static final WebSocketOptions PLAIN = WebSocketOptions.defaults();
    private static final WebSocketOptions COMPRESSED = PLAIN.withCompression(true);
    private static final String AGREED =
            "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover;"
                    + " client_no_context_takeover\r\n";

    private final RecordingHandler handler = new RecordingHandler();

    private TestServer start(WebSocketOptions options) throws IOException {
        return TestServer.start(
                HttpLimits.defaults(),
                exchange -> WebSocketUpgrade.accept(exchange, options, handler));
    }

    /** A server for several connections. */
    private static TestServer handshakes(WebSocketOptions options) throws IOException {
        return TestServer.start(
                HttpLimits.defaults(),
                exchange -> WebSocketUpgrade.accept(exchange, options, new RecordingHandler()));
    }

    private static String offering(String extensions) {
        return RawPeer.HANDSHAKE.replace(
                "Sec-WebSocket-Version",
                "Sec-WebSocket-Extensions: " + extensions + "\r\nSec-WebSocket-Version");
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    @Test
    void theServerAgreesWhenItIsSwitchedOn() throws Exception {
        String request = offering("permessage-deflate; client_max_window_bits");
        try (TestServer on = handshakes(COMPRESSED);
                TestServer off = handshakes(PLAIN)) {
            assertThat(RawPeer.handshake(on, request)).contains(AGREED);
            assertThat(RawPeer.handshake(off, request))
                    .startsWith("HTTP/1.1 101 ")
                    .doesNotContain("Sec-WebSocket-Extensions");
            assertThat(RawPeer.handshake(on, offering("x-other")))
                    .startsWith("HTTP/1.1 101 ")
                    .doesNotContain("Sec-WebSocket-Extensions");
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void anOfferThatBreaksTheGrammarFailsTheHandshake(boolean compression) throws Exception {
        try (TestServer server = start(PLAIN.withCompression(compression))) {
            assertThat(RawPeer.handshake(server, offering("permessage-deflate; =")))
                    .startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void compressedAndPlainMessagesAreTakenAndLargeAnswersAreCompressed() throws Exception {
        try (TestServer server = start(COMPRESSED);
                RawPeer peer = RawPeer.open(server, offering("permessage-deflate"))) {
            peer.send(new Frames().masked(0xC1, hex("f248cdc9c90700")).masked(0x81, "plain"));
            assertThat(peer.read().payload())
                    .isEqualTo("Hello".getBytes(StandardCharsets.US_ASCII));
            assertThat(peer.read().opcode()).isEqualTo(0x82);
            byte[] zeros = new byte[100_000];
            peer.send(new Frames().masked(0xC2, MessageDeflater.compress(zeros).orElseThrow()));
            RawPeer.Frame answer = peer.read();
            assertThat(answer.opcode()).isEqualTo(0xC2);
            assertThat(answer.payload().length).isLessThan(1000);
            peer.send(new Frames().masked(0x89, "a".repeat(125)));
            RawPeer.Frame pong = peer.read();
            assertThat(pong.opcode()).isEqualTo(0x8A);
            assertThat(pong.payload()).hasSize(125);
            assertThat(handler.messages).containsExactly("text 5", "text 5", "binary 100000");
        }
    }

    @Test
    void aCompressedMessageWithoutAnAgreementIsAProtocolError() throws Exception {
        try (TestServer server = start(COMPRESSED);
                RawPeer peer = RawPeer.open(server)) {
            peer.send(new Frames().masked(0xC1, hex("f248cdc9c90700")));
            assertThat(peer.read().closeCode()).isEqualTo(1002);
        }
    }

    @Test
    void aBombIsStoppedWhileItUnfolds() throws Exception {
        byte[] zeros = new byte[8 << 20];
        byte[] bomb = new byte[100_000];
        int size;
        try (Deflater deflater = new Deflater(9, true)) {
            deflater.setInput(zeros);
            size = deflater.deflate(bomb, 0, bomb.length, Deflater.SYNC_FLUSH);
        }
        try (TestServer server = start(COMPRESSED);
                RawPeer peer = RawPeer.open(server, offering("permessage-deflate"))) {
            // The message never ends, so the answer cannot wait for that.
            peer.send(new Frames().masked(0x42, Arrays.copyOf(bomb, size)));
            RawPeer.Frame close = peer.read();
            assertThat(close.opcode()).isEqualTo(0x88);
            assertThat(close.closeCode()).isEqualTo(1009);
            assertThat(handler.cause().code()).isEqualTo(1009);
            assertThat(handler.messages).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true"})
    void ourClientAndServerUnderstandEachOther(boolean client, boolean server) throws Exception {
        BlockingQueue<byte[]> answers = new LinkedBlockingQueue<>();
        try (TestServer listener = start(PLAIN.withCompression(server));
                WebSocketClient peer = client()) {
            WebSocketClient.Result result =
                    peer.connect(
                            listener.webSocketUri("/"),
                            Map.of(),
                            new WebSocketClientOptions(
                                    Duration.ofSeconds(20), PLAIN.withCompression(client)),
                            new Collecting(answers));
            assertThat(result)
                    .isInstanceOfSatisfying(
                            WebSocketClient.Result.Opened.class,
                            opened -> exchange(opened.socket(), answers));
        }
    }

    private static void exchange(WebSocket socket, BlockingQueue<byte[]> answers) {
        for (int size : new int[] {0, 1, 255, 256, 5000, 1 << 20}) {
            byte[] message = new byte[size];
            for (int i = 0; i < size; i++) {
                message[i] = (byte) ((i * i) >> 7);
            }
            try {
                socket.send(message);
                assertThat(answers.poll(20, TimeUnit.SECONDS)).isEqualTo(message);
            } catch (IOException | InterruptedException failure) {
                throw new AssertionError(failure);
            }
        }
    }

    private static WebSocketClient client() throws NoSuchAlgorithmException {
        return new WebSocketClient(
                SSLContext.getDefault(), 10, new SecureRandom(), InstantSource.system());
    }

    private record Collecting(BlockingQueue<byte[]> answers) implements WebSocketHandler {
        @Override
        public void opened(WebSocket socket) {}

        @Override
        public void binary(byte[] message) {
            answers.add(message);
        }

        @Override
        public void text(String message) {}

        @Override
        public void closed(CloseCause cause) {}
    }

    @Test
    void aServerThatKeepsItsContextIsNotAccepted() throws Exception {
        try (MisbehavingServer server =
                        MisbehavingServer.saying(
                                """
                                HTTP/1.1 101 Switching Protocols
                                Upgrade: websocket
                                Connection: Upgrade
                                Sec-WebSocket-Accept: ACCEPT
                                Sec-WebSocket-Extensions: permessage-deflate

                                """);
                WebSocketClient peer = client()) {
            assertThat(
                            peer.connect(
                                    server.uri("/"),
                                    Map.of(),
                                    new WebSocketClientOptions(Duration.ofSeconds(20), COMPRESSED),
                                    new Collecting(new LinkedBlockingQueue<>())))
                    .isEqualTo(
                            new WebSocketClient.Result.Failed(
                                    "the server chose an extension or protocol that was not"
                                            + " offered"));
        }
    }
}
