package dev.myriarch.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * One accepted connection: its bytes and its deadlines. The owning thread reads and writes; the
 * watchdog and the stopping thread touch only volatile fields, {@link Transport#wake} and {@link
 * Transport#kill}.
 *
 * <p>An expired read deadline sets a flag that never goes away and wakes the reader. The flag is
 * what counts: the kernel may still deliver bytes that were queued, and they must not bring the
 * connection back to life.
 */
final class HttpConnection implements ByteSource {
    private static final int WRITE_SLICE = 64 << 10;
    private static final Duration GOODBYE = Duration.ofSeconds(2);

    private final Transport transport;
    private final StopSignal stopSignal = new StopSignal();
    private volatile long readDeadline;
    private volatile long writeDeadline;
    private volatile long silenceDeadline;
    private volatile Runnable onSilence = () -> {};
    private volatile boolean expired;
    private volatile boolean broken;
    private volatile boolean idle;
    private volatile boolean upgraded;

    HttpConnection(Transport transport) {
        this.transport = transport;
    }

    Transport transport() {
        return transport;
    }

    StopSignal stopSignal() {
        return stopSignal;
    }

    /** True when a deadline ended this connection. */
    boolean expired() {
        return expired;
    }

    /** True when reading or writing failed, so that nothing can be answered. */
    boolean broken() {
        return broken;
    }

    /** True between two requests. */
    boolean idle() {
        return idle;
    }

    void idle(boolean now) {
        idle = now;
    }

    boolean upgraded() {
        return upgraded;
    }

    void markUpgraded() {
        upgraded = true;
    }

    /**
     * Does what comes before the first byte.
     *
     * @param limit for all of it
     */
    void open(Duration limit) throws IOException {
        readDeadline(limit);
        // Later, so that a peer that only keeps silent is not reset.
        writeDeadline(limit.plus(GOODBYE));
        try {
            transport.open();
        } catch (IOException | RuntimeException failure) {
            broken = true;
            throw failure;
        }
        readDeadline(Duration.ZERO);
        writeDeadline(Duration.ZERO);
        if (expired) {
            throw new IOException("the handshake took too long");
        }
    }

    /** Tells the peer that nothing more comes. */
    void shutdownOutput() throws IOException {
        writeDeadline(GOODBYE);
        transport.shutdownOutput();
        writeDeadline(Duration.ZERO);
    }

    /** Ends the connection in order; a peer that does not listen any more is cut off. */
    void close() {
        writeDeadline(GOODBYE);
        transport.close();
        writeDeadline(Duration.ZERO);
    }

    /** Reading must end within {@code limit} from now; zero: no bound. */
    void readDeadline(Duration limit) {
        readDeadline = Deadlines.after(limit);
    }

    /** Writing must end within {@code limit} from now, else the connection is reset. */
    void writeDeadline(Duration limit) {
        writeDeadline = Deadlines.after(limit);
    }

    /** Calls {@code action}, which must not block, after silence for {@code limit} from now. */
    void silence(Duration limit, Runnable action) {
        onSilence = action;
        silenceDeadline = Deadlines.after(limit);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        try {
            int count = transport.read(target, offset, length);
            return expired ? -1 : count;
        } catch (IOException | RuntimeException failure) {
            broken = true;
            throw failure;
        }
    }

    /** Writes in slices, each within {@code sliceLimit}. */
    void write(byte[] source, int offset, int length, Duration sliceLimit) throws IOException {
        int end = offset + length;
        for (int at = offset; at < end; at += WRITE_SLICE) {
            writeDeadline(sliceLimit);
            write(source, at, Math.min(WRITE_SLICE, end - at));
        }
        writeDeadline(Duration.ZERO);
    }

    /** Writes within the deadline that is set. */
    void write(byte[] source, int offset, int length) throws IOException {
        try {
            transport.write(source, offset, length);
        } catch (IOException | RuntimeException failure) {
            broken = true;
            throw failure;
        }
    }

    /** On the loop: reads what is there, see {@link Transport#readNow}; -1 when it has expired. */
    int readNow(ByteBuffer target, LoopBuffers buffers) throws IOException {
        try {
            int count = transport.readNow(target, buffers);
            return expired ? -1 : count;
        } catch (IOException | RuntimeException failure) {
            broken = true;
            throw failure;
        }
    }

    /** On the loop: writes what can be written at once, see {@link Transport#writeNow}. */
    boolean writeNow(ByteBuffer source, LoopBuffers buffers) throws IOException {
        try {
            return transport.writeNow(source, buffers);
        } catch (IOException | RuntimeException failure) {
            broken = true;
            throw failure;
        }
    }

    /** Writes what is kept, within the deadline that is set. */
    void flush() throws IOException {
        try {
            transport.flush();
        } catch (IOException | RuntimeException failure) {
            broken = true;
            throw failure;
        }
    }

    /** Drops the connection at once. */
    void abort() {
        broken = true;
        transport.kill();
    }

    /** Called by the watchdog. */
    void checkDeadlines(long now) {
        if (Deadlines.passed(writeDeadline, now)) {
            writeDeadline = Deadlines.NONE;
            expired = true;
            abort();
        } else if (Deadlines.passed(readDeadline, now)) {
            readDeadline = Deadlines.NONE;
            expired = true;
            transport.wake();
        } else if (Deadlines.passed(silenceDeadline, now)) {
            silenceDeadline = Deadlines.NONE;
            onSilence.run();
        }
    }
}
