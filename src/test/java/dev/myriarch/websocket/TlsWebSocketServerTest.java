package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.TestServer;
import dev.myriarch.http.TlsFiles;
import dev.myriarch.testing.TestCertificate;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsWebSocketServerTest {
    @TempDir private Path folder;

    private final RecordingHandler serverSide = new RecordingHandler();

    private TestServer start(TlsFiles files) throws java.io.IOException {
        return TestServer.start(
                HttpLimits.defaults(),
                files.identity(),
                exchange ->
                        WebSocketUpgrade.accept(exchange, WebSocketOptions.defaults(), serverSide));
    }

    private static WebSocketClient client(TlsFiles files) {
        return new WebSocketClient(files.client(), 10, new SecureRandom(), InstantSource.system());
    }

    @Test
    void ourClientSendsAndClosesInOrder() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        try (TestServer server = start(files);
                WebSocketClient client = client(files)) {
            WebSocketClient.Result result =
                    client.connect(
                            server.webSocketUri("/"),
                            Map.of(),
                            WebSocketClientOptions.defaults(),
                            new Silent());
            assertThat(result).isInstanceOf(WebSocketClient.Result.Opened.class);
            WebSocket socket = ((WebSocketClient.Result.Opened) result).socket();
            socket.send(new byte[10]);
            socket.send(new byte[1_000_000]);
            socket.close(1000, "done");
            assertThat(serverSide.cause())
                    .isEqualTo(new WebSocketHandler.CloseCause(1000, true, "done"));
            assertThat(serverSide.messages).containsExactly("binary 10", "binary 1000000");
        }
    }

    @Test
    void theJdkClientGetsItsMessagesBack() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        CompletableFuture<Integer> echoed = new CompletableFuture<>();
        try (TestServer server = start(files);
                HttpClient http = HttpClient.newBuilder().sslContext(files.client()).build()) {
            java.net.http.WebSocket socket =
                    http.newWebSocketBuilder()
                            .connectTimeout(Duration.ofSeconds(10))
                            .buildAsync(
                                    server.webSocketUri("/"),
                                    new java.net.http.WebSocket.Listener() {
                                        @Override
                                        public @Nullable CompletionStage<?> onBinary(
                                                java.net.http.WebSocket from,
                                                ByteBuffer data,
                                                boolean last) {
                                            echoed.complete(data.remaining());
                                            from.request(1);
                                            return null;
                                        }
                                    })
                            .join();
            socket.sendBinary(ByteBuffer.allocate(300), true).join();
            assertThat(echoed.get(10, TimeUnit.SECONDS)).isEqualTo(300);
            socket.sendClose(1000, "done").join();
            assertThat(serverSide.cause().code()).isEqualTo(1000);
        }
    }

    @Test
    void aServerWithACertificateOfAnotherAuthorityIsNotTrusted() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        Path other = TestCertificate.authority("other").writeCertificate(folder, "other");
        try (TestServer server = start(files);
                WebSocketClient client =
                        new WebSocketClient(
                                dev.myriarch.http.TlsContexts.client(other),
                                10,
                                new SecureRandom(),
                                InstantSource.system())) {
            WebSocketClient.Result result =
                    client.connect(
                            server.webSocketUri("/"),
                            Map.of(),
                            WebSocketClientOptions.defaults(),
                            new Silent());
            assertThat(result)
                    .isInstanceOfSatisfying(
                            WebSocketClient.Result.Failed.class,
                            failed -> assertThat(failed.reason()).contains("certification path"));
            assertThat(serverSide.opened).isNotDone();
        }
    }

    private static final class Silent implements WebSocketHandler {
        @Override
        public void opened(WebSocket socket) {}

        @Override
        public void binary(byte[] message) {}

        @Override
        public void text(String message) {}

        @Override
        public void closed(CloseCause cause) {}
    }
}
