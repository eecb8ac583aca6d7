package dev.myriarch.websocket;

import dev.myriarch.http.UpgradedConnection;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * What a WebSocket sends, from any thread: ordered by a lock that is held over the write and
 * bounded by the send timeout. Nothing but the close frame changes {@code state} from open, and it
 * does so under that lock, so that no message follows it.
 */
final class SendSide {
    static final String NOT_ACCEPTED = "the peer did not accept a message in time";

    private static final System.Logger LOG = System.getLogger(SendSide.class.getName());

    private enum State {
        OPEN,
        /** Our close frame is out. */
        CLOSING,
        CLOSED
    }

    private final UpgradedConnection connection;
    private final Supplier<OptionalInt> maskKeys;
    private final WebSocketOptions options;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile State state = State.OPEN;
    private volatile CloseFrame ownClose = new CloseFrame(CloseCodes.NO_CODE, "");
    // Why this side dropped the connection; empty when it did not.
    private volatile String dropReason = "";

    /** Writes something; called with the lock. */
    @FunctionalInterface
    interface Writing {
        void run() throws IOException;
    }

    /** Takes what arrived and writes at once; called with the lock. */
    @FunctionalInterface
    interface Answering {
        /** True when all of it was taken, and all answers are out. */
        boolean run() throws IOException;
    }

    SendSide(
            UpgradedConnection connection,
            Supplier<OptionalInt> maskKeys,
            WebSocketOptions options) {
        this.connection = connection;
        this.maskKeys = maskKeys;
        this.options = options;
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    /** Our close frame is out, or on its way. */
    boolean isClosing() {
        return state == State.CLOSING;
    }

    CloseFrame ownClose() {
        return ownClose;
    }

    String dropReason() {
        return dropReason;
    }

    void send(Opcode opcode, boolean compressed, byte[] payload) throws IOException {
        lockForSending();
        try {
            if (state != State.OPEN) {
                throw new IOException("the WebSocket is closed");
            }
            write(opcode, compressed, payload);
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #send}, for what only counts while we have not closed. */
    void sendUnlessClosing(Opcode opcode, byte[] payload) throws IOException {
        try {
            send(opcode, false, payload);
        } catch (IOException failure) {
            failUnlessClosing(failure);
        }
    }

    /** Another thread may have closed meanwhile; then the answer of the peer is still due. */
    private void failUnlessClosing(IOException failure) throws IOException {
        if (state != State.CLOSING) {
            throw failure;
        }
    }

    /** Sends what {@link #answerNow} could not; whoever closed meanwhile has done it before. */
    void flush() throws IOException {
        try {
            lockForSending();
            try {
                within(connection::flush);
            } finally {
                lock.unlock();
            }
        } catch (IOException failure) {
            failUnlessClosing(failure);
        }
    }

    /**
     * Runs {@code answering} when nobody sends and we have not closed; never waits. Called when
     * something arrived on a connection that rests.
     *
     * @return what it said; false when it did not run or the connection was lost
     */
    boolean answerNow(Answering answering) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            return state == State.OPEN && answering.run();
        } catch (IOException lost) {
            connection.abort();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void lockForSending() throws IOException {
        if (state != State.OPEN) {
            throw new IOException("the WebSocket is closed");
        }
        try {
            if (!lock.tryLock(options.sendTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
                drop(NOT_ACCEPTED);
                throw new IOException(NOT_ACCEPTED);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before sending");
        }
    }

    private void write(Opcode opcode, boolean compressed, byte[] payload) throws IOException {
        ByteBuffer[] frame = FrameWriter.frame(opcode, compressed, payload, maskKeys.get());
        within(() -> connection.write(frame));
    }

    /** Within the send timeout. */
    private void within(Writing writing) throws IOException {
        try {
            connection.writeDeadline(options.sendTimeout());
            writing.run();
            connection.writeDeadline(Duration.ZERO);
        } catch (IOException failure) {
            if (connection.expired()) {
                drop(NOT_ACCEPTED);
            }
            connection.abort();
            throw failure;
        }
    }

    void close(CloseFrame frame) {
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
            lock.unlock();
        }
    }

    void drop(String reason) {
        if (dropReason.isEmpty()) {
            dropReason = reason;
        }
        connection.abort();
    }

    /**
     * The connection is closed when the last turn returns. A thread that has just decided to close
     * may still be writing its close frame, and without it the peer sees no proper end (RFC 6455
     * section 7.1.1).
     */
    void end() {
        if (state == State.CLOSING) {
            letCloseFrameOut();
        }
        state = State.CLOSED;
    }

    private void letCloseFrameOut() {
        try {
            if (lock.tryLock(options.sendTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
                lock.unlock();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
