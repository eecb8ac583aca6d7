package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.TestServer;
import dev.myriarch.http.TlsFiles;
import dev.myriarch.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** WebSockets whose messages are answered by an event loop, on real sockets, plain and with TLS. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
class RestingServerTest {
    private static final int FIN = Frames.FIN;
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final WebSocketOptions PATIENT =
            new WebSocketOptions(1 << 20, WAIT, WAIT, WAIT, WAIT);

    private final List<ResponsiveHandler> handlers = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final boolean secure;
    private Optional<TlsFiles> tls = Optional.empty();
    private int answerBytes;

    @TempDir private Path folder;

    RestingServerTest(boolean secure) {
        this.secure = secure;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private TestServer start(WebSocketOptions options) throws IOException {
        return start(exchange -> accept(exchange, options));
    }

    private TestServer start(HttpHandler answer) throws IOException {
        tls = secure ? Optional.of(TlsFiles.in(folder)) : Optional.empty();
        TestServer server =
                tls.isPresent()
                        ? TestServer.start(HttpLimits.defaults(), tls.get().identity(), answer)
                        : TestServer.start(HttpLimits.defaults(), answer);
        open.add(server);
        return server;
    }

    /** Messages that begin with q are answered at once. */
    private void accept(HttpExchange exchange, WebSocketOptions options) throws IOException {
        ResponsiveHandler handler =
                new ResponsiveHandler(
                        message ->
                                message.length > 0
                                        && (message[0] == 'q'
                                                || message[0] == ResponsiveHandler.FAILS),
                        answerBytes);
        handlers.add(handler);
        WebSocketUpgrade.accept(exchange, options, handler);
    }

    private RawPeer peer(TestServer server) throws IOException {
        return peer(server, RawPeer.HANDSHAKE);
    }

    private RawPeer peer(TestServer server, String handshake) throws IOException {
        Socket socket = server.connect();
        if (tls.isPresent()) {
            socket =
                    tls.get()
                            .client()
                            .getSocketFactory()
                            .createSocket(socket, "127.0.0.1", socket.getPort(), true);
        }
        RawPeer peer = RawPeer.over(socket, handshake);
        peer.socket().setSoTimeout((int) WAIT.toMillis());
        open.add(peer);
        return peer;
    }

    private static byte[] b(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static WebSocketHandler.CloseCause cause(ResponsiveHandler handler) throws Exception {
        return handler.closed.get(60, TimeUnit.SECONDS);
    }

    @Test
    void messagesThatAreAnsweredAtOnceNeedNoThread() throws Exception {
        TestServer server = start(PATIENT);
        RawPeer peer = peer(server);
        for (int i = 0; i < 5; i++) {
            peer.send(
                    new Frames()
                            .masked(FIN | 2, "q" + i)
                            .masked(FIN | 9, "p")
                            .masked(FIN | 10, ""));
            assertThat(peer.read().payload()).isEqualTo(b("q" + i));
            assertThat(peer.read().opcode()).isEqualTo(FIN | 10);
        }
        assertThat(server.http().stats().threadArrivals()).isZero();
        assertThat(server.http().stats().loopArrivals()).isPositive();
        peer.send(new Frames().masked(FIN | 2, "slow"));
        assertThat(peer.read().payload()).isEqualTo(b("slow"));
        assertThat(server.http().stats().threadArrivals()).isEqualTo(1);
    }

    @Test
    void aHandlerThatFailsAtOnceEndsItsConnectionAndNoOther() throws Exception {
        TestServer server = start(PATIENT);
        RawPeer other = peer(server);
        RawPeer failing = peer(server);
        failing.send(
                new Frames().masked(FIN | 2, "q").masked(FIN | 2, "fail").masked(FIN | 2, "q"));
        assertThat(failing.read().payload()).isEqualTo(b("q"));
        assertThat(failing.read().closeCode()).isEqualTo(1011);
        failing.socket().shutdownOutput();
        assertThat(cause(handlers.getLast()).code()).isEqualTo(1011);
        assertThat(handlers.getLast().calls).containsExactly("binary q", "binary fail");
        other.send(new Frames().masked(FIN | 2, "q still here"));
        assertThat(other.read().payload()).isEqualTo(b("q still here"));
    }

    @Test
    void anErrorOfAHandlerDropsItsConnectionAndNoOther() throws Exception {
        List<RecordingHandler> victims = new CopyOnWriteArrayList<>();
        TestServer server =
                start(exchange -> {
                    if (exchange.getRequestURI().getPath().equals("/")) {
                        accept(exchange, PATIENT);
                        return;
                    }
                    victims.add(new RecordingHandler());
                    WebSocketUpgrade.accept(exchange, PATIENT, new Erring(victims.getLast()));
                });
        RawPeer other = peer(server);
        RawPeer failing = peer(server, RawPeer.HANDSHAKE.replace("GET / ", "GET /error "));
        failing.send(new Frames().masked(FIN | 2, "q"));
        assertThat(failing.ended()).isTrue();
        assertThat(victims.getLast().cause().code()).isEqualTo(1006);
        other.send(new Frames().masked(FIN | 2, "q still here"));
        assertThat(other.read().payload()).isEqualTo(b("q still here"));
        failing.socket().close();
        Await.until("only one is left", WAIT, () -> server.http().stats().openConnections() == 1);
    }

    /** Meets an error that is no exception. */
    private record Erring(RecordingHandler handler) implements WebSocketHandler {
        @Override
        public void opened(WebSocket socket) {
            handler.opened(socket);
        }

        @Override
        public Optional<byte[]> answerNow(byte[] message) {
            throw new StackOverflowError("as asked");
        }

        @Override
        public void binary(byte[] message) {
            handler.binary(message);
        }

        @Override
        public void text(String message) {
            handler.text(message);
        }

        @Override
        public void closed(CloseCause cause) {
            handler.closed(cause);
        }
    }

    @Test
    void answersThatThePeerDoesNotAcceptAtOnceComeLaterAndInOrder() throws Exception {
        answerBytes = 15_000;
        RawPeer peer = peer(start(PATIENT));
        int count = 2000;
        Thread sender = Thread.ofVirtual().start(() -> sendNumbered(peer, count));
        // Nothing is read before the server cannot go on, so that an answer was written in part.
        ResponsiveHandler handler = handlers.getFirst();
        awaitStandstill(handler);
        assertThat(handler.calls.size()).isLessThan(count);
        for (int i = 0; i < count; i++) {
            byte[] answer = peer.read().payload();
            assertThat(answer).hasSize(answerBytes);
            assertThat(new String(answer, 0, 5, StandardCharsets.US_ASCII)).isEqualTo(numbered(i));
        }
        sender.join();
        peer.send(new Frames().masked(FIN | 2, "q end"));
        assertThat(peer.read().payload()).startsWith(b("q end"));
    }

    private static String numbered(int i) {
        return "q%04d".formatted(i);
    }

    private static void sendNumbered(RawPeer peer, int count) {
        for (int i = 0; i < count; i++) {
            send(peer, new Frames().masked(FIN | 2, numbered(i)));
        }
    }

    private static void send(RawPeer peer, Frames frames) {
        try {
            peer.send(frames);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Until the number of calls has not changed for a while. */
    private static void awaitStandstill(ResponsiveHandler handler) {
        int[] seen = {-1, 0};
        Await.until(
                "the peer accepts no more",
                WAIT,
                () -> {
                    int now = handler.calls.size();
                    seen[1] = now == seen[0] && now > 0 ? seen[1] + 1 : 0;
                    seen[0] = now;
                    return seen[1] > 30;
                });
    }

    @Test
    void aPeerThatNeverAcceptsItsAnswersIsDroppedAfterTheSendTimeout() throws Exception {
        answerBytes = 15_000;
        Duration brief = Duration.ofMillis(300);
        TestServer server = start(new WebSocketOptions(1 << 20, WAIT, WAIT, brief, WAIT));
        RawPeer peer = peer(server);
        sendNumbered(peer, 2000);
        assertThat(cause(handlers.getFirst()).reason()).isEqualTo(SendSide.NOT_ACCEPTED);
        assertThat(peer.socket().isConnected()).isTrue();
        Await.until("it is forgotten", WAIT, () -> server.http().stats().openConnections() == 0);
    }

    @Test
    void loopAndThreadsTakeTurnsUnderLoad() throws Exception {
        TestServer server = start(PATIENT);
        long seed = new Random().nextLong();
        List<Callable<Boolean>> conversations = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            RawPeer peer = peer(server);
            Random random = new Random(seed + i);
            conversations.add(() -> converse(peer, 200, random));
        }
        ResponsiveHandler last = handlers.getLast();
        conversations.add(() -> push(last.opened.get(60, TimeUnit.SECONDS), 500));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Boolean> each : threads.invokeAll(conversations)) {
                assertThat(each.get()).as("seed %d", seed).isTrue();
            }
        }
        assertThat(server.http().stats().loopArrivals()).isPositive();
        assertThat(server.http().stats().threadArrivals()).isPositive();
    }

    private static boolean push(WebSocket socket, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            socket.send(b("push " + i));
        }
        return socket.isOpen();
    }

    /** Says quick, slow and fragmented things with numbers, cut anywhere, and hears the answers. */
    private static boolean converse(RawPeer peer, int messages, Random random) throws IOException {
        int answered = 0;
        int pushed = 0;
        byte[] kept = {};
        for (int said = 0; said < messages; ) {
            Frames frames = new Frames().bytes(kept);
            for (int i = random.nextInt(4); i >= 0 && said < messages; i--) {
                say(frames, said++, random);
            }
            byte[] bytes = frames.toBytes();
            boolean whole = said == messages || random.nextBoolean();
            int cut = whole ? bytes.length : random.nextInt(bytes.length);
            kept = Arrays.copyOfRange(bytes, cut, bytes.length);
            peer.send(Arrays.copyOf(bytes, cut));
            while (whole && answered < said) {
                String answer = new String(peer.read().payload(), StandardCharsets.ISO_8859_1);
                if (answer.startsWith("push ")) {
                    assertThat(answer).isEqualTo("push " + pushed++);
                } else {
                    assertThat(answer).endsWith(" " + answered++);
                }
            }
        }
        return answered == messages;
    }

    private static void say(Frames frames, int number, Random random) {
        switch (random.nextInt(8)) {
            case 0 -> frames.masked(FIN | 2, "slow " + number);
            case 1 -> frames.masked(2, "q").masked(FIN, "uick " + number);
            default -> frames.masked(FIN | 2, "quick " + number);
        }
    }

    @Test
    void aServerThatStopsSaysGoingAwayToThoseThatRest() throws Exception {
        TestServer server = start(PATIENT);
        List<RawPeer> peers = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            peers.add(peer(server));
        }
        Thread stopping = Thread.ofVirtual().start(() -> server.http().stop(WAIT));
        for (RawPeer peer : peers) {
            assertThat(peer.read().closeCode()).isEqualTo(1001);
            peer.send(new Frames().close(1001));
            assertThat(peer.ended()).isTrue();
        }
        stopping.join();
        for (ResponsiveHandler handler : handlers) {
            assertThat(cause(handler).code()).isEqualTo(1001);
        }
    }

    @Test
    void aServerThatStopsAtOnceEndsThoseThatRest() throws Exception {
        TestServer server = start(PATIENT);
        List<RawPeer> peers = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            peers.add(peer(server));
        }
        server.http().stop(Duration.ZERO);
        for (ResponsiveHandler handler : handlers) {
            assertThat(cause(handler).code()).isIn(1001, 1006);
        }
        for (RawPeer peer : peers) {
            while (!ended(peer)) {
                // A good-bye may come first.
            }
        }
        Await.until("none is left", WAIT, () -> server.http().stats().openConnections() == 0);
    }

    private static boolean ended(RawPeer peer) {
        try {
            peer.read();
            return false;
        } catch (IOException end) {
            return true;
        }
    }
}
