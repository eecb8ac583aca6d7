package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.TestServer;
import dev.myriarch.http.Upgrades;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebSocketSessionServerTest {
    private static final int FIN = Frames.FIN;
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofSeconds(15);
    private static final WebSocketOptions PATIENT =
            new WebSocketOptions(1 << 20, LONG, LONG, LONG, LONG);

    private final RecordingHandler handler = new RecordingHandler();
    private final List<AutoCloseable> open = new ArrayList<>();

    private TestServer start(WebSocketOptions options) throws IOException {
        return start(exchange -> WebSocketUpgrade.accept(exchange, options, handler));
    }

    private TestServer start(HttpHandler answer) throws IOException {
        TestServer server = TestServer.start(HttpLimits.defaults(), answer);
        open.add(server);
        return server;
    }

    private RawPeer peer(WebSocketOptions options) throws IOException {
        RawPeer peer = RawPeer.open(start(options));
        open.add(peer);
        return peer;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private static byte[] b(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static WebSocketHandler.CloseCause cause(int code, boolean byPeer, String reason) {
        return new WebSocketHandler.CloseCause(code, byPeer, reason);
    }

    @Test
    void messagesGoBothWaysInOrder() throws Exception {
        RawPeer peer = peer(PATIENT);
        peer.send(new Frames().masked(FIN | 2, "a").masked(1, "b").masked(FIN, "cd"));
        assertThat(peer.read().payload()).isEqualTo(b("a"));
        assertThat(peer.read().payload()).isEqualTo(b("bcd"));
        assertThat(handler.messages).containsExactly("binary 1", "text 3");
        assertThat(handler.socket().isOpen()).isTrue();
        assertThat(handler.socket().remoteAddress().getPort())
                .isEqualTo(peer.socket().getLocalPort());
    }

    @Test
    void aPingIsAnsweredWithItsPayload() throws Exception {
        RawPeer peer = peer(PATIENT);
        peer.send(new Frames().masked(FIN | 9, "hello"));
        RawPeer.Frame pong = peer.read();
        assertThat(pong.opcode()).isEqualTo(FIN | 10);
        assertThat(pong.payload()).isEqualTo(b("hello"));
    }

    @Test
    void aCloseOfThePeerIsEchoed() throws Exception {
        RawPeer peer = peer(PATIENT);
        peer.send(new Frames().close(4321, b("done")));
        RawPeer.Frame answer = peer.read();
        assertThat(answer.opcode()).isEqualTo(FIN | 8);
        assertThat(answer.closeCode()).isEqualTo(4321);
        assertThat(peer.ended()).isTrue();
        assertThat(handler.cause()).isEqualTo(cause(4321, true, "done"));
        assertThat(handler.socket().isOpen()).isFalse();
        assertThatThrownBy(() -> handler.socket().send(b("late"))).isInstanceOf(IOException.class);
    }

    @Test
    void aCloseWithoutCodeIsEchoedWithoutCode() throws Exception {
        RawPeer peer = peer(PATIENT);
        peer.send(new Frames().masked(FIN | 8, ""));
        assertThat(peer.read().payload()).isEmpty();
        assertThat(handler.cause()).isEqualTo(cause(1005, true, ""));
    }

    @Test
    void ourCloseWaitsForThatOfThePeerAndIgnoresTheRest() throws Exception {
        RawPeer peer = peer(PATIENT);
        handler.socket().close(1000, "bye");
        handler.socket().close(4000, "twice does nothing");
        assertThatThrownBy(() -> handler.socket().send(b("late"))).isInstanceOf(IOException.class);
        RawPeer.Frame close = peer.read();
        assertThat(close.closeCode()).isEqualTo(1000);
        assertThat(new String(close.payload(), 2, 3, StandardCharsets.UTF_8)).isEqualTo("bye");
        peer.send(new Frames().masked(FIN | 2, "ignored").masked(FIN | 9, "too").close(1000));
        assertThat(peer.ended()).isTrue();
        assertThat(handler.cause()).isEqualTo(cause(1000, false, ""));
        assertThat(handler.messages).isEmpty();
    }

    @Test
    void aPeerThatDoesNotAnswerOurCloseIsLeft() throws Exception {
        RawPeer peer = peer(new WebSocketOptions(1024, LONG, LONG, LONG, SHORT));
        handler.socket().close(1000, "bye");
        assertThat(peer.read().closeCode()).isEqualTo(1000);
        assertThat(peer.ended()).isTrue();
        assertThat(handler.cause()).isEqualTo(cause(1000, false, "bye"));
    }

    @Test
    void closesThatCrossEndBothSides() throws Exception {
        RawPeer peer = peer(PATIENT);
        WebSocket socket = handler.socket();
        peer.send(new Frames().close(1001));
        socket.close(1000, "");
        assertThat(peer.read().opcode()).isEqualTo(FIN | 8);
        assertThat(peer.ended()).isTrue();
        assertThat(handler.cause().code()).isEqualTo(1001);
    }

    @Test
    void aCloseOfThePeerWaitsForOurCloseFrameThatIsBeingWritten() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        WebSocketSession.Role slow =
                new WebSocketSession.Role(
                        Side.SERVER,
                        () -> {
                            writing.countDown();
                            await(goOn);
                            return OptionalInt.empty();
                        });
        RawPeer peer = RawPeer.open(start(exchange -> upgrade(exchange, slow)));
        open.add(peer);
        WebSocket socket = handler.socket();
        Thread closer = Thread.ofVirtual().start(() -> socket.close(1000, ""));
        await(writing);
        peer.send(new Frames().close(1001));
        peer.socket().setSoTimeout(300);
        assertThatThrownBy(peer::read).isInstanceOf(SocketTimeoutException.class);
        goOn.countDown();
        peer.socket().setSoTimeout(20_000);
        assertThat(peer.read().closeCode()).isEqualTo(1000);
        assertThat(peer.ended()).isTrue();
        closer.join();
        assertThat(handler.cause().code()).isEqualTo(1001);
    }

    /** The handshake, then a session in this role. */
    private void upgrade(HttpExchange exchange, WebSocketSession.Role role) throws IOException {
        Headers response = new Headers();
        response.set("Upgrade", "websocket");
        Upgrades.upgrade(
                exchange,
                response,
                connection -> new WebSocketSession(connection, role, PATIENT, handler).run());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void aBrokenRuleFailsTheConnectionWithItsCode() throws Exception {
        RawPeer peer = peer(PATIENT);
        peer.send(new Frames().masked(FIN | 2, "a").unmasked(FIN | 2, b("b")));
        assertThat(peer.read().payload()).isEqualTo(b("a"));
        assertThat(peer.read().closeCode()).isEqualTo(1002);
        peer.socket().shutdownOutput();
        assertThat(peer.ended()).isTrue();
        assertThat(handler.cause()).isEqualTo(cause(1002, false, "a frame is not masked"));
    }

    @Test
    void tooLargeAMessageIs1009EvenWhileItIsStillSent() throws Exception {
        RawPeer peer = peer(PATIENT);
        peer.send(new Frames().masked(FIN | 2, new byte[3 << 20]));
        assertThat(peer.read().closeCode()).isEqualTo(1009);
        peer.socket().shutdownOutput();
        assertThat(handler.cause().code()).isEqualTo(1009);
    }

    @Test
    void aHandlerThatFailsIs1011() throws Exception {
        RawPeer peer = peer(PATIENT);
        peer.send(new Frames().masked(FIN | 1, "fail"));
        RawPeer.Frame close = peer.read();
        assertThat(close.closeCode()).isEqualTo(1011);
        assertThat(new String(close.payload(), StandardCharsets.UTF_8)).doesNotContain("as asked");
        peer.send(new Frames().close(1011));
        peer.socket().shutdownOutput();
        assertThat(handler.cause().code()).isEqualTo(1011);
    }

    @Test
    void anEndWithoutCloseIs1006() throws Exception {
        RawPeer peer = peer(PATIENT);
        handler.socket();
        peer.socket().shutdownOutput();
        assertThat(handler.cause())
                .isEqualTo(cause(1006, true, "the connection ended without a closing handshake"));
    }

    @Test
    void aSilentPeerIsPingedAndStaysWhenItAnswers() throws Exception {
        RawPeer peer = peer(new WebSocketOptions(1024, SHORT, LONG, LONG, LONG));
        for (int i = 0; i < 3; i++) {
            RawPeer.Frame ping = peer.read();
            assertThat(ping.opcode()).isEqualTo(FIN | 9);
            peer.send(new Frames().masked(FIN | 10, ping.payload()));
        }
        peer.send(new Frames().masked(FIN | 2, "a"));
        assertThat(peer.read().payload()).isEqualTo(b("a"));
    }

    @Test
    void aPeerThatIgnoresPingsIsDropped() throws Exception {
        RawPeer peer = peer(new WebSocketOptions(1024, SHORT, SHORT, LONG, LONG));
        assertThat(peer.read().opcode()).isEqualTo(FIN | 9);
        assertThat(peer.ended()).isTrue();
        assertThat(handler.cause()).isEqualTo(cause(1006, false, "no answer to a ping"));
    }

    @Test
    void bytesOfAnUnfinishedMessageAreASignOfLifeToo() throws Exception {
        RawPeer peer = peer(new WebSocketOptions(1024, SHORT, LONG, LONG, LONG));
        byte[] frame = new Frames().masked(FIN | 2, "abc").toBytes();
        peer.send(new byte[] {frame[0], frame[1], frame[2]});
        assertThat(peer.read().opcode()).isEqualTo(FIN | 9);
        peer.send(Arrays.copyOfRange(frame, 3, 5));
        assertThat(peer.read().opcode()).isEqualTo(FIN | 9);
        peer.send(Arrays.copyOfRange(frame, 5, frame.length));
        assertThat(peer.read().payload()).isEqualTo(b("abc"));
    }

    @Test
    void aPeerThatAcceptsNothingIsDroppedAndHoldsNobodyUp() throws Exception {
        RawPeer peer = peer(new WebSocketOptions(1024, LONG, LONG, SHORT, LONG));
        WebSocket socket = handler.socket();
        byte[] large = new byte[16 << 20];
        assertThatThrownBy(() -> socket.send(large)).isInstanceOf(IOException.class);
        assertThat(handler.cause())
                .isEqualTo(cause(1006, false, "the peer did not accept a message in time"));
        assertThat(socket.isOpen()).isFalse();
        assertThat(peer.socket().isConnected()).isTrue();
    }

    @Test
    void sendersThatWaitBehindAStuckOneAreReleased() throws Exception {
        peer(new WebSocketOptions(1024, LONG, LONG, SHORT, LONG));
        WebSocket socket = handler.socket();
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            senders.add(
                    Thread.startVirtualThread(() ->
                            assertThatThrownBy(() -> socket.send(new byte[16 << 20]))
                                    .isInstanceOf(IOException.class)));
        }
        for (Thread sender : senders) {
            assertThat(sender.join(LONG)).isTrue();
        }
        assertThat(handler.cause().code()).isEqualTo(1006);
    }

    @Test
    void manyPeersThatAcceptNothingStopNobodyElse() throws Exception {
        byte[] large = new byte[8 << 20];
        List<RecordingHandler> handlers = new CopyOnWriteArrayList<>();
        WebSocketOptions options = new WebSocketOptions(1024, LONG, LONG, SHORT, LONG);
        TestServer server =
                TestServer.start(
                        HttpLimits.defaults(),
                        exchange -> {
                            if (!WebSocketUpgrade.isRequested(exchange)) {
                                exchange.sendResponseHeaders(204, -1);
                                return;
                            }
                            handlers.add(new RecordingHandler());
                            WebSocketUpgrade.accept(exchange, options, handlers.getLast());
                        });
        open.add(server);
        for (int i = 0; i < 40; i++) {
            open.add(RawPeer.open(server));
        }
        List<Thread> senders = new ArrayList<>();
        for (RecordingHandler each : handlers) {
            WebSocket socket = each.socket();
            senders.add(
                    Thread.startVirtualThread(() ->
                            assertThatThrownBy(() -> socket.send(large))
                                    .isInstanceOf(IOException.class)));
        }
        assertThat(RawPeer.handshake(server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
                .startsWith("HTTP/1.1 204 ");
        for (Thread sender : senders) {
            assertThat(sender.join(LONG)).isTrue();
        }
        for (RecordingHandler each : handlers) {
            assertThat(each.cause().code()).isEqualTo(1006);
        }
    }

    @Test
    void abortDropsTheConnection() throws Exception {
        RawPeer peer = peer(PATIENT);
        handler.socket().abort();
        assertThat(peer.ended()).isTrue();
        assertThat(handler.cause()).isEqualTo(cause(1006, false, "dropped by this side"));
    }

    @Test
    void aServerThatStopsSaysGoingAway() throws Exception {
        TestServer server = start(PATIENT);
        RawPeer peer = RawPeer.open(server);
        open.add(peer);
        handler.socket();
        Thread stopping = Thread.startVirtualThread(() -> server.http().stop(LONG));
        assertThat(peer.read().closeCode()).isEqualTo(1001);
        peer.send(new Frames().close(1001));
        assertThat(peer.ended()).isTrue();
        assertThat(stopping.join(LONG)).isTrue();
        assertThat(handler.cause()).isEqualTo(cause(1001, false, ""));
    }

    @Test
    void codesAndReasonsThatCannotBeSentAreRefused() throws Exception {
        peer(PATIENT);
        WebSocket socket = handler.opened.get(10, TimeUnit.SECONDS);
        for (int code : List.of(0, 1005, 1006, 1015, 2999, 5000)) {
            assertThatThrownBy(() -> socket.close(code, ""))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> socket.close(1000, "x".repeat(124)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(socket.isOpen()).isTrue();
    }
}
