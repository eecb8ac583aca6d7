package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.TestServer;
import dev.myriarch.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebSocketTrafficServerTest {
    private final WebSocketTraffic traffic = new WebSocketTraffic();

    @Test
    void messagesBytesAndClosesAreCounted() throws Exception {
        try (TestServer server =
                TestServer.start(
                        HttpLimits.defaults(),
                        exchange ->
                                WebSocketUpgrade.accept(
                                        exchange,
                                        WebSocketOptions.defaults(),
                                        traffic.watch(new RecordingHandler())))) {
            try (RawPeer peer = RawPeer.open(server)) {
                peer.send(new Frames().masked(0x82, "abc").masked(0x81, "d\u00e9"));
                peer.read();
                peer.read();
                peer.send(new Frames().close(1000));
                assertThat(peer.read().closeCode()).isEqualTo(1000);
            }
            end(server, new Frames().close(4321));
            end(server, new Frames().close(3000));
            end(server, new Frames().masked(0x83, "x"));
            Await.until(
                    "all are counted",
                    Duration.ofSeconds(30),
                    () -> traffic.counts().closes().values().stream().mapToLong(n -> n).sum() == 4);
        }
        assertThat(traffic.counts())
                .isEqualTo(
                        new WebSocketTraffic.Counts(2, 6, 2, 6, Map.of(1000, 1L, 0, 2L, 1002, 1L)));
    }

    @Test
    void messagesThatAreAnsweredAtOnceAreCounted() throws Exception {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange ->
                                        WebSocketUpgrade.accept(
                                                exchange,
                                                WebSocketOptions.defaults(),
                                                traffic.watch(
                                                        new ResponsiveHandler(_ -> true, 5))));
                RawPeer peer = RawPeer.open(server)) {
            peer.send(new Frames().masked(0x82, "abc").masked(0x82, "de"));
            assertThat(peer.read().payload()).hasSize(5);
            assertThat(peer.read().payload()).hasSize(5);
            assertThat(server.http().stats().threadArrivals()).isZero();
        }
        assertThat(traffic.counts().receivedMessages()).isEqualTo(2);
        assertThat(traffic.counts().receivedBytes()).isEqualTo(5);
        assertThat(traffic.counts().sentMessages()).isEqualTo(2);
        assertThat(traffic.counts().sentBytes()).isEqualTo(10);
    }

    private static void end(TestServer server, Frames frames) throws IOException {
        try (RawPeer peer = RawPeer.open(server)) {
            peer.send(frames);
            peer.read();
        }
    }
}
