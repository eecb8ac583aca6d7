package dev.myriarch.websocket;

import dev.myriarch.http.Resting;
import dev.myriarch.http.UpgradedConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * One WebSocket from its opening to its end, on either side. One thread at a time reads and calls
 * the handler. Between two messages, with nothing read ahead, it rests: no thread waits, and {@link
 * QuickAnswers} sees what arrives first.
 */
final class WebSocketSession implements WebSocket, Resting {
    private static final System.Logger LOG = System.getLogger(WebSocketSession.class.getName());

    /**
     * @param maskKeys gives a fresh key that nobody can foresee for each frame of a client, and
     *     nothing for a server
     */
    record Role(Side side, Supplier<OptionalInt> maskKeys) {
        static Role server() {
            return new Role(Side.SERVER, OptionalInt::empty);
        }
    }

    private final UpgradedConnection connection;
    private final Side side;
    private final WebSocketOptions options;
    private final WebSocketHandler handler;
    private final SendSide out;
    private final QuickAnswers quick;
    private volatile boolean pongDue;

    WebSocketSession(
            UpgradedConnection connection,
            Role role,
            WebSocketOptions options,
            WebSocketHandler handler) {
        this.connection = connection;
        this.side = role.side();
        this.options = options;
        this.handler = handler;
        out = new SendSide(connection, role.maskKeys(), options);
        quick = new QuickAnswers(connection, side, options, handler);
    }

    /** What a turn does before it reads. */
    @FunctionalInterface
    private interface Beginning {
        void run() throws IOException;
    }

    /** The first turn. */
    void run() {
        connection.onStopping(() -> later(() -> close(CloseCodes.GOING_AWAY, goodbye())));
        connection.onSilence(options.pingInterval(), () -> later(this::ping));
        turn(() -> handler.opened(this));
    }

    @Override
    public boolean arrived(ByteBuffer arrived, ByteBuffer answers) {
        received();
        return out.answerNow(() -> quick.answer(arrived, answers));
    }

    @Override
    public void resume() {
        turn(this::finishAnswers);
    }

    private void finishAnswers() throws IOException {
        if (quick.takeUnsent()) {
            out.flush();
        }
        Optional<RuntimeException> failure = quick.takeFailure();
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    /** Runs on the reading thread until the WebSocket rests or the connection has ended. */
    private void turn(Beginning beginning) {
        Optional<WebSocketHandler.CloseCause> cause =
                Optional.of(
                        new WebSocketHandler.CloseCause(
                                CloseCodes.ABNORMAL, false, "internal error"));
        try {
            cause = serve(beginning);
        } finally {
            if (cause.isPresent()) {
                out.end();
                tellClosed(cause.get());
            }
        }
    }

    private String goodbye() {
        return switch (side) {
            case SERVER -> "the server stops";
            case CLIENT -> "the client stops";
        };
    }

    private void tellClosed(WebSocketHandler.CloseCause cause) {
        try {
            handler.closed(cause);
        } catch (RuntimeException failure) {
            LOG.log(System.Logger.Level.ERROR, "a WebSocket handler failed at the end", failure);
        }
    }

    /** Empty when it rests. */
    private Optional<WebSocketHandler.CloseCause> serve(Beginning beginning) {
        FrameInput input = new FrameInput(connection::read, this::received);
        try (MessageReader reader = new MessageReader(input, side, options, System::nanoTime)) {
            beginning.run();
            return readAll(input, reader);
        } catch (WebSocketFailure failure) {
            return Optional.of(fail(failure.code(), failure.reason(), input));
        } catch (IOException lost) {
            return Optional.of(ended("the connection was lost"));
        } catch (RuntimeException failure) {
            LOG.log(System.Logger.Level.ERROR, "a WebSocket handler failed", failure);
            return Optional.of(fail(CloseCodes.INTERNAL_ERROR, "internal error", input));
        }
    }

    private Optional<WebSocketHandler.CloseCause> readAll(FrameInput input, MessageReader reader)
            throws IOException {
        while (true) {
            if (input.isEmpty() && reader.betweenMessages() && connection.rest(this)) {
                return Optional.empty();
            }
            Incoming incoming = reader.read();
            switch (incoming) {
                case Incoming.Close(CloseFrame frame) -> {
                    return Optional.of(peerClosed(frame));
                }
                case Incoming.End _ -> {
                    return Optional.of(ended("the connection ended without a closing handshake"));
                }
                case Incoming.Text(String text) when out.isOpen() -> handler.text(text);
                case Incoming.Binary(byte[] payload) when out.isOpen() -> handler.binary(payload);
                case Incoming.Ping(byte[] payload) when out.isOpen() ->
                        out.sendUnlessClosing(Opcode.PONG, payload);
                case Incoming.Text _, Incoming.Binary _, Incoming.Ping _, Incoming.Pong _ -> {
                    // After our close frame nothing counts any more but that of the peer.
                }
            }
        }
    }

    private WebSocketHandler.CloseCause peerClosed(CloseFrame frame) {
        boolean byPeer = out.isOpen();
        if (byPeer) {
            out.close(new CloseFrame(frame.code(), ""));
        }
        return new WebSocketHandler.CloseCause(frame.code(), byPeer, frame.reason());
    }

    /** Says why, then reads until the peer is done, so that a reset cannot overtake the reason. */
    private WebSocketHandler.CloseCause fail(int code, String reason, FrameInput input) {
        if (!out.isOpen()) {
            return ownClose();
        }
        close(code, reason);
        try {
            input.drain();
        } catch (IOException lost) {
            LOG.log(System.Logger.Level.DEBUG, "a failed WebSocket ended: {0}", lost.getMessage());
        }
        return new WebSocketHandler.CloseCause(code, false, reason);
    }

    private WebSocketHandler.CloseCause ownClose() {
        CloseFrame own = out.ownClose();
        return new WebSocketHandler.CloseCause(own.code(), false, own.reason());
    }

    private WebSocketHandler.CloseCause ended(String reason) {
        if (!out.dropReason().isEmpty()) {
            return new WebSocketHandler.CloseCause(CloseCodes.ABNORMAL, false, out.dropReason());
        }
        if (out.isClosing()) {
            return ownClose();
        }
        if (!connection.expired()) {
            return new WebSocketHandler.CloseCause(CloseCodes.ABNORMAL, true, reason);
        }
        // Only two deadlines can pass while open, that of a pong and that of a write.
        return new WebSocketHandler.CloseCause(
                CloseCodes.ABNORMAL,
                false,
                pongDue ? "no answer to a ping" : SendSide.NOT_ACCEPTED);
    }

    @Override
    public void send(byte[] message) throws IOException {
        Optional<byte[]> compressed = MessageDeflater.compress(message, options);
        out.send(Opcode.BINARY, compressed.isPresent(), compressed.orElse(message));
    }

    @Override
    public void close(int code, String reason) {
        if (!CloseCodes.mayBeSent(code)) {
            throw new IllegalArgumentException("not a close code that may be sent: " + code);
        }
        out.close(new CloseFrame(code, reason));
    }

    @Override
    public void abort() {
        out.drop("dropped by this side");
    }

    private void ping() {
        if (!out.isOpen()) {
            return;
        }
        // The deadline first: after the flag, bytes that arrive in between would take the flag and
        // leave the deadline, which then no pong takes away.
        connection.readDeadline(options.pongTimeout());
        pongDue = true;
        keepCloseDeadline();
        try {
            out.send(Opcode.PING, false, new byte[0]);
        } catch (IOException dropped) {
            LOG.log(System.Logger.Level.DEBUG, "a ping failed: {0}", dropped.getMessage());
        }
    }

    /** Whatever arrives shows that the peer is there. */
    private void received() {
        if (pongDue) {
            pongDue = false;
            connection.readDeadline(Duration.ZERO);
            keepCloseDeadline();
        }
    }

    /** Another thread may have started to close just before the read deadline was changed. */
    private void keepCloseDeadline() {
        if (out.isClosing()) {
            connection.readDeadline(options.closeTimeout());
        }
    }

    /** Off the thread of the server that tells us, which must not wait for a peer. */
    private static void later(Runnable action) {
        Thread.ofVirtual().inheritInheritableThreadLocals(false).start(action);
    }

    @Override
    public boolean isOpen() {
        return out.isOpen() && out.dropReason().isEmpty();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return connection.remoteAddress();
    }
}
