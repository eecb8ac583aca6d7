package dev.myriarch.websocket;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Bytes of a connection for the frame parser. Its buffer is small, because a connection in the
 * midst of a message may hold it for long; large payloads are read past it. Confined to the reading
 * thread.
 */
final class FrameInput {
    static final int BUFFER = 256;

    /** Reads at least one byte into the buffer, or returns -1 at the end. */
    @FunctionalInterface
    interface Source {
        int read(ByteBuffer target) throws IOException;
    }

    private final Source source;
    private final Runnable onBytes;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).flip();

    /**
     * @param onBytes called whenever something arrived
     */
    FrameInput(Source source, Runnable onBytes) {
        this.source = source;
        this.onBytes = onBytes;
    }

    /** True when nothing is left of what arrived. */
    boolean isEmpty() {
        return !buffer.hasRemaining();
    }

    /** The next byte, or -1 at the end. */
    int next() throws IOException {
        if (!buffer.hasRemaining()) {
            buffer.clear();
            int count = source.read(buffer);
            buffer.flip();
            if (count < 0) {
                return -1;
            }
            onBytes.run();
        }
        return buffer.get() & 0xFF;
    }

    /** The next byte of a frame that has begun. */
    int required() throws IOException {
        int next = next();
        if (next < 0) {
            throw new EOFException("the connection ended within a frame");
        }
        return next;
    }

    /** Reads at least one byte of a payload. */
    int read(byte[] target, int offset, int length) throws IOException {
        if (buffer.hasRemaining()) {
            int count = Math.min(length, buffer.remaining());
            buffer.get(target, offset, count);
            return count;
        }
        int count = source.read(ByteBuffer.wrap(target, offset, length));
        if (count < 0) {
            throw new EOFException("the connection ended within a frame");
        }
        onBytes.run();
        return count;
    }

    /** Reads and drops everything up to the end. */
    void drain() throws IOException {
        buffer.clear();
        while (source.read(buffer) >= 0) {
            buffer.clear();
        }
    }
}
