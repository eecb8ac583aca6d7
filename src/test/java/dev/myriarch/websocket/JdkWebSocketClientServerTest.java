package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.TestServer;
import dev.myriarch.testing.Await;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JdkWebSocketClientServerTest {
    /** Joins fragments; a close is kept as a message of its own. */
    private static final class Received implements java.net.http.WebSocket.Listener {
        private final BlockingQueue<byte[]> messages = new LinkedBlockingQueue<>();
        private final BlockingQueue<Integer> closes = new LinkedBlockingQueue<>();
        private final ByteArrayOutputStream message = new ByteArrayOutputStream();

        @Override
        public @Nullable CompletionStage<?> onBinary(
                java.net.http.WebSocket socket, ByteBuffer data, boolean last) {
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            message.writeBytes(bytes);
            if (last) {
                messages.add(message.toByteArray());
                message.reset();
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(
                java.net.http.WebSocket socket, int code, String reason) {
            closes.add(code);
            return null;
        }
    }

    private final RecordingHandler handler = new RecordingHandler();

    private TestServer start() throws java.io.IOException {
        return TestServer.start(
                HttpLimits.defaults(),
                exchange ->
                        WebSocketUpgrade.accept(exchange, WebSocketOptions.defaults(), handler));
    }

    private static java.net.http.WebSocket connect(
            HttpClient client, TestServer server, Received received) {
        return client.newWebSocketBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .buildAsync(server.webSocketUri("/"), received)
                .join();
    }

    @Test
    void messagesOfManySizesComeBack() throws Exception {
        Received received = new Received();
        try (TestServer server = start();
                HttpClient client = HttpClient.newHttpClient()) {
            java.net.http.WebSocket socket = connect(client, server, received);
            for (int size : new int[] {0, 1, 125, 126, 4097, 16_384, 65_535, 65_536, 1_000_000}) {
                byte[] payload = new byte[size];
                Arrays.fill(payload, (byte) size);
                socket.sendBinary(ByteBuffer.wrap(payload), true).join();
                assertThat(received.messages.poll(10, TimeUnit.SECONDS)).isEqualTo(payload);
            }
            socket.sendClose(java.net.http.WebSocket.NORMAL_CLOSURE, "done").join();
            assertThat(handler.cause())
                    .isEqualTo(new WebSocketHandler.CloseCause(1000, true, "done"));
            assertThat(received.closes.poll(10, TimeUnit.SECONDS)).isEqualTo(1000);
        }
    }

    @Test
    void fragmentsBeyondFourKibibytesAreJoined() throws Exception {
        Received received = new Received();
        try (TestServer server = start();
                HttpClient client = HttpClient.newHttpClient()) {
            java.net.http.WebSocket socket = connect(client, server, received);
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            for (int i = 0; i < 10; i++) {
                byte[] fragment = new byte[1500 + i];
                Arrays.fill(fragment, (byte) i);
                sent.writeBytes(fragment);
                socket.sendBinary(ByteBuffer.wrap(fragment), i == 9).join();
                socket.sendPing(ByteBuffer.wrap(new byte[] {1})).join();
            }
            assertThat(received.messages.poll(10, TimeUnit.SECONDS)).isEqualTo(sent.toByteArray());
            socket.sendText("gr\u00fc\u00dfe ".repeat(2000), true).join();
            assertThat(received.messages.poll(10, TimeUnit.SECONDS)).hasSize(16_000);
            assertThat(handler.messages).containsExactly("binary 15045", "text 12000");
            socket.abort();
            assertThat(handler.cause().code()).isEqualTo(1006);
        }
    }

    @Test
    void tooLargeAMessageIsClosedWith1009() throws Exception {
        Received received = new Received();
        try (TestServer server = start();
                HttpClient client = HttpClient.newHttpClient()) {
            java.net.http.WebSocket socket = connect(client, server, received);
            var _ = socket.sendBinary(ByteBuffer.allocate((4 << 20) + 1), true);
            assertThat(received.closes.poll(60, TimeUnit.SECONDS)).isEqualTo(1009);
            assertThat(handler.cause().code()).isEqualTo(1009);
            assertThat(handler.messages).isEmpty();
        }
    }

    @Test
    void ourCloseIsAnsweredByTheClient() throws Exception {
        Received received = new Received();
        try (TestServer server = start();
                HttpClient client = HttpClient.newHttpClient()) {
            java.net.http.WebSocket socket = connect(client, server, received);
            handler.socket().close(4001, "moved");
            assertThat(received.closes.poll(10, TimeUnit.SECONDS)).isEqualTo(4001);
            assertThat(handler.cause().byPeer()).isFalse();
            Await.until("the client has answered", Duration.ofSeconds(10), socket::isOutputClosed);
        }
    }
}
