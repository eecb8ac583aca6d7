package dev.myriarch.websocket;

import dev.myriarch.http.UpgradedConnection;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One WebSocket from its opening to its end, on either side. One thread reads and calls the
 * handler; any thread sends, ordered by a lock that is held over the write and bounded by the send
 * timeout. Nothing but the close frame changes {@code state} from open, and it does so under that
 * lock, so that no message follows it.
 */
final class WebSocketSession implements WebSocket {
    private static final System.Logger LOG = System.getLogger(WebSocketSession.class.getName());

    private static final String NOT_ACCEPTED = "the peer did not accept a message in time";

    /**
     * @param maskKeys gives a fresh key that nobody can foresee for each frame of a client, and
     *     nothing for a server
     */
    record Role(Side side, Supplier<OptionalInt> maskKeys) {
        static Role server() {
            return new Role(Side.SERVER, OptionalInt::empty);
        }
    }

    private enum State {
        OPEN,
        /** Our close frame is out. */
        CLOSING,
        CLOSED
    }

    private final UpgradedConnection connection;
    private final Role role;
    private final WebSocketOptions options;
    private final WebSocketHandler handler;
    private final FrameInput input;
    private final ReentrantLock sendLock = new ReentrantLock();
    private volatile State state = State.OPEN;
    private volatile boolean pongDue;
    private volatile CloseFrame ownClose = new CloseFrame(CloseCodes.NO_CODE, "");
    // Why this side dropped the connection; empty when it did not.
    private volatile String dropReason = "";

    WebSocketSession(
            UpgradedConnection connection,
            Role role,
            WebSocketOptions options,
            WebSocketHandler handler) {
        this.connection = connection;
        this.role = role;
        this.options = options;
        this.handler = handler;
        input = new FrameInput(connection::read, this::received);
    }

    /** Runs on the reading thread until the connection has ended. */
    void run() {
        connection.onStopping(() -> later(() -> close(CloseCodes.GOING_AWAY, goodbye())));
        connection.onSilence(options.pingInterval(), () -> later(this::ping));
        WebSocketHandler.CloseCause cause =
                new WebSocketHandler.CloseCause(CloseCodes.ABNORMAL, false, "internal error");
        try {
            cause = serve();
        } finally {
            letCloseFrameOut();
            state = State.CLOSED;
            tellClosed(cause);
        }
    }

    /**
     * The connection is closed when the reading thread returns. A thread that has just decided to
     * close may still be writing its close frame, and without it the peer sees no proper end (RFC
     * 6455 section 7.1.1).
     */
    private void letCloseFrameOut() {
        if (state != State.CLOSING) {
            return;
        }
        try {
            if (sendLock.tryLock(options.sendTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
                sendLock.unlock();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private String goodbye() {
        return switch (role.side()) {
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

    private WebSocketHandler.CloseCause serve() {
        try (MessageReader reader =
                new MessageReader(input, role.side(), options, System::nanoTime)) {
            handler.opened(this);
            return readAll(reader);
        } catch (WebSocketFailure failure) {
            return fail(failure.code(), failure.reason());
        } catch (IOException lost) {
            return ended("the connection was lost");
        } catch (RuntimeException failure) {
            LOG.log(System.Logger.Level.ERROR, "a WebSocket handler failed", failure);
            return fail(CloseCodes.INTERNAL_ERROR, "internal error");
        }
    }

    private WebSocketHandler.CloseCause readAll(MessageReader reader) throws IOException {
        while (true) {
            Incoming incoming = reader.read();
            switch (incoming) {
                case Incoming.Close(CloseFrame frame) -> {
                    return peerClosed(frame);
                }
                case Incoming.End _ -> {
                    return ended("the connection ended without a closing handshake");
                }
                case Incoming.Text(String text) when state == State.OPEN -> handler.text(text);
                case Incoming.Binary(byte[] payload) when state == State.OPEN ->
                        handler.binary(payload);
                case Incoming.Ping(byte[] payload) when state == State.OPEN -> pong(payload);
                case Incoming.Text _, Incoming.Binary _, Incoming.Ping _, Incoming.Pong _ -> {
                    // After our close frame nothing counts any more but that of the peer.
                }
            }
        }
    }

    private void pong(byte[] payload) throws IOException {
        try {
            sendFrame(Opcode.PONG, false, payload);
        } catch (IOException failure) {
            // Another thread may have closed meanwhile; then the answer of the peer is still due.
            if (state != State.CLOSING) {
                throw failure;
            }
        }
    }

    private WebSocketHandler.CloseCause peerClosed(CloseFrame frame) {
        boolean byPeer = state == State.OPEN;
        if (byPeer) {
            sendClose(new CloseFrame(frame.code(), ""));
        }
        return new WebSocketHandler.CloseCause(frame.code(), byPeer, frame.reason());
    }

    /** Says why, then reads until the peer is done, so that a reset cannot overtake the reason. */
    private WebSocketHandler.CloseCause fail(int code, String reason) {
        if (state != State.OPEN) {
            return new WebSocketHandler.CloseCause(ownClose.code(), false, ownClose.reason());
        }
        close(code, reason);
        try {
            input.drain();
        } catch (IOException lost) {
            LOG.log(System.Logger.Level.DEBUG, "a failed WebSocket ended: {0}", lost.getMessage());
        }
        return new WebSocketHandler.CloseCause(code, false, reason);
    }

    private WebSocketHandler.CloseCause ended(String reason) {
        if (!dropReason.isEmpty()) {
            return new WebSocketHandler.CloseCause(CloseCodes.ABNORMAL, false, dropReason);
        }
        if (state == State.CLOSING) {
            return new WebSocketHandler.CloseCause(ownClose.code(), false, ownClose.reason());
        }
        if (!connection.expired()) {
            return new WebSocketHandler.CloseCause(CloseCodes.ABNORMAL, true, reason);
        }
        // Only two deadlines can pass while open, that of a pong and that of a write.
        return new WebSocketHandler.CloseCause(
                CloseCodes.ABNORMAL, false, pongDue ? "no answer to a ping" : NOT_ACCEPTED);
    }

    @Override
    public void send(byte[] message) throws IOException {
        Optional<byte[]> compressed =
                options.compression() ? MessageDeflater.compress(message) : Optional.empty();
        sendFrame(Opcode.BINARY, compressed.isPresent(), compressed.orElse(message));
    }

    private void sendFrame(Opcode opcode, boolean compressed, byte[] payload) throws IOException {
        lockForSending();
        try {
            if (state != State.OPEN) {
                throw new IOException("the WebSocket is closed");
            }
            write(opcode, compressed, payload);
        } finally {
            sendLock.unlock();
        }
    }

    private void lockForSending() throws IOException {
        if (state != State.OPEN) {
            throw new IOException("the WebSocket is closed");
        }
        try {
            if (!sendLock.tryLock(options.sendTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
                drop(NOT_ACCEPTED);
                throw new IOException(NOT_ACCEPTED);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before sending");
        }
    }

    private void write(Opcode opcode, boolean compressed, byte[] payload) throws IOException {
        ByteBuffer[] frame = FrameWriter.frame(opcode, compressed, payload, role.maskKeys().get());
        try {
            connection.writeDeadline(options.sendTimeout());
            connection.write(frame);
            connection.writeDeadline(Duration.ZERO);
        } catch (IOException failure) {
            if (connection.expired()) {
                drop(NOT_ACCEPTED);
            }
            connection.abort();
            throw failure;
        }
    }

    @Override
    public void close(int code, String reason) {
        if (!CloseCodes.mayBeSent(code)) {
            throw new IllegalArgumentException("not a close code that may be sent: " + code);
        }
        sendClose(new CloseFrame(code, reason));
    }

    private void sendClose(CloseFrame frame) {
        byte[] payload = frame.payload();
        if (state != State.OPEN) {
            return;
        }
        try {
            lockForSending();
        } catch (IOException dropped) {
            return;
        }
        try {
            if (state == State.OPEN) {
                ownClose = frame;
                state = State.CLOSING;
                connection.readDeadline(options.closeTimeout());
                write(Opcode.CLOSE, false, payload);
            }
        } catch (IOException dropped) {
            LOG.log(System.Logger.Level.DEBUG, "closing failed: {0}", dropped.getMessage());
        } finally {
            sendLock.unlock();
        }
    }

    @Override
    public void abort() {
        drop("dropped by this side");
    }

    private void drop(String reason) {
        if (dropReason.isEmpty()) {
            dropReason = reason;
        }
        connection.abort();
    }

    private void ping() {
        if (state != State.OPEN) {
            return;
        }
        // The deadline first: after the flag, bytes that arrive in between would take the flag and
        // leave the deadline, which then no pong takes away.
        connection.readDeadline(options.pongTimeout());
        pongDue = true;
        keepCloseDeadline();
        try {
            sendFrame(Opcode.PING, false, new byte[0]);
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
        if (state == State.CLOSING) {
            connection.readDeadline(options.closeTimeout());
        }
    }

    /** Off the thread of the server that tells us, which must not wait for a peer. */
    private static void later(Runnable action) {
        Thread.ofVirtual().inheritInheritableThreadLocals(false).start(action);
    }

    @Override
    public boolean isOpen() {
        return state == State.OPEN && dropReason.isEmpty();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return connection.remoteAddress();
    }
}
