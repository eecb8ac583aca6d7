package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.TestServer;
import dev.myriarch.http.TlsFiles;
import dev.myriarch.testing.Await;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What TLS adds to connections that rest. */
class RestingTlsServerTest {
    private static final int FIN = Frames.FIN;
    private static final Duration WAIT = Duration.ofSeconds(60);

    @TempDir private Path folder;

    private final ResponsiveHandler handler = new ResponsiveHandler(_ -> true);
    private TlsFiles files;
    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        files = TlsFiles.in(folder);
        server =
                TestServer.start(
                        HttpLimits.defaults(),
                        files.identity(),
                        exchange ->
                                WebSocketUpgrade.accept(
                                        exchange, WebSocketOptions.defaults(), handler));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private SSLSocket secured(Socket socket) throws IOException {
        socket.setSoTimeout((int) WAIT.toMillis());
        return (SSLSocket)
                files.client()
                        .getSocketFactory()
                        .createSocket(socket, "127.0.0.1", socket.getPort(), true);
    }

    private static void echoed(RawPeer peer, String message) throws IOException {
        peer.send(new Frames().masked(FIN | 2, message));
        assertThat(new String(peer.read().payload(), StandardCharsets.US_ASCII)).isEqualTo(message);
    }

    @Test
    void aPeerMayChangeItsKeysAtAnyTime() throws Exception {
        try (SSLSocket socket = secured(server.connect());
                RawPeer peer = RawPeer.over(socket, RawPeer.HANDSHAKE)) {
            assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
            for (int i = 0; i < 5; i++) {
                echoed(peer, "before " + i);
                // Asks the server to change its keys too, which a thread answers.
                socket.startHandshake();
                echoed(peer, "after " + i);
            }
        }
        assertThat(handler.calls).hasSize(10);
        assertThat(server.http().stats().threadArrivals()).isGreaterThanOrEqualTo(5);
    }

    @Test
    void aRenegotiationEndsTheConnection() throws Exception {
        try (SSLSocket socket = secured(server.connect())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            RawPeer peer = RawPeer.over(socket, RawPeer.HANDSHAKE);
            echoed(peer, "before");
            socket.startHandshake();
            assertThat(peer.ended()).isTrue();
            assertThat(handler.closed.get(60, TimeUnit.SECONDS).code()).isEqualTo(1006);
        }
    }

    @Test
    void recordsMayArriveInPieces() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (SSLSocket socket = secured(new CuttingSocket(server.http().getAddress(), random));
                RawPeer peer = RawPeer.over(socket, RawPeer.HANDSHAKE)) {
            for (int i = 0; i < 300; i++) {
                Frames frames = new Frames();
                int count = 1 + random.nextInt(3);
                for (int n = 0; n < count; n++) {
                    frames.masked(FIN | 2, new byte[random.nextInt(3) * 9000 + n]);
                }
                peer.send(frames);
                for (int n = 0; n < count; n++) {
                    assertThat(peer.read().payload().length % 9000)
                            .as("seed %d, round %d", seed, i)
                            .isEqualTo(n);
                }
            }
        }
    }

    @Test
    void rubbishBetweenRecordsEndsTheConnection() throws Exception {
        try (Socket raw = server.connect()) {
            SSLSocket socket = secured(raw);
            RawPeer peer = RawPeer.over(socket, RawPeer.HANDSHAKE);
            echoed(peer, "before");
            raw.getOutputStream()
                    .write("this is no record at all".getBytes(StandardCharsets.US_ASCII));
            assertThat(peer.ended()).isTrue();
            assertThat(handler.closed.get(60, TimeUnit.SECONDS).code()).isEqualTo(1006);
            Await.until(
                    "it is forgotten", WAIT, () -> server.http().stats().openConnections() == 0);
        }
    }

    @Test
    void aGoodByeOfTlsAloneIsAnEndWithoutClosingHandshake() throws Exception {
        try (Socket raw = server.connect()) {
            SSLSocket socket = secured(raw);
            RawPeer peer = RawPeer.over(socket, RawPeer.HANDSHAKE);
            echoed(peer, "before");
            socket.shutdownOutput();
            WebSocketHandler.CloseCause cause = handler.closed.get(60, TimeUnit.SECONDS);
            assertThat(cause.code()).isEqualTo(1006);
            assertThat(cause.byPeer()).isTrue();
        }
    }
}
