package dev.myriarch.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

/**
 * Body of an answer. The head waits in the buffer for the first bytes of the body, so that a small
 * answer is one write. Confined to one thread at a time.
 */
final class ResponseOutput extends OutputStream {
    private static final int CAPACITY = 8192;
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** How the body is delimited. */
    enum Mode {
        /** The head was not given yet. */
        WAITING,
        /** There must not be a body. */
        NONE,
        /** The answer to HEAD: the body is dropped. */
        DISCARD,
        FIXED,
        CHUNKED,
        UNTIL_CLOSE
    }

    private final HttpConnection connection;
    private final Duration writeTimeout;
    private Mode mode = Mode.WAITING;
    private byte[] buffer = new byte[0];
    private int headEnd;
    private int count;
    private long remaining;
    private long bodyBytes;
    private boolean closed;

    ResponseOutput(HttpConnection connection, Duration writeTimeout) {
        this.connection = connection;
        this.writeTimeout = writeTimeout;
    }

    /**
     * @param length exact number of bytes for {@link Mode#FIXED}
     */
    void start(ResponseHead head, Mode bodyMode, long length) {
        mode = bodyMode;
        remaining = bodyMode == Mode.FIXED ? length : 0;
        int room = (int) Math.min(remaining, CAPACITY);
        buffer = head.bytes(room);
        headEnd = buffer.length - room;
        count = headEnd;
    }

    /** True when the answer is whole: closed, and as long as announced. */
    boolean complete() {
        return closed && mode != Mode.WAITING && remaining == 0;
    }

    /** Bytes of the body so far, without framing. */
    long bodyBytes() {
        return bodyBytes;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, source.length);
        if (closed || mode == Mode.WAITING) {
            throw new IOException(closed ? "the answer was ended" : "no response headers yet");
        }
        if (length == 0 || mode == Mode.DISCARD) {
            return;
        }
        if (mode == Mode.NONE || (mode == Mode.FIXED && length > remaining)) {
            throw new IOException("the body is longer than announced");
        }
        remaining -= mode == Mode.FIXED ? length : 0;
        bodyBytes += length;
        if (mode == Mode.CHUNKED) {
            bufferAll(source, offset, length);
        } else if (count - headEnd + length <= CAPACITY) {
            append(source, offset, length);
        } else {
            emit();
            connection.write(source, offset, length, writeTimeout);
        }
    }

    @Override
    public void flush() throws IOException {
        if (!closed && mode != Mode.WAITING) {
            emit();
        }
    }

    /** Ends the body; one that is shorter than announced stays incomplete. */
    @Override
    public void close() throws IOException {
        if (closed || mode == Mode.WAITING) {
            return;
        }
        closed = true;
        if (mode == Mode.CHUNKED) {
            finishChunks();
        } else {
            emit();
        }
        buffer = new byte[0];
    }

    private void bufferAll(byte[] source, int offset, int length) throws IOException {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            int room = CAPACITY - (count - headEnd);
            int part = Math.min(room, end - at);
            append(source, at, part);
            at += part;
            if (part == room) {
                emit();
            }
        }
    }

    private void append(byte[] source, int offset, int length) {
        if (count + length > buffer.length) {
            int wanted = Math.max(count + length, Math.min(2 * buffer.length, headEnd + CAPACITY));
            buffer = Arrays.copyOf(buffer, wanted);
        }
        System.arraycopy(source, offset, buffer, count, length);
        count += length;
    }

    /** Sends the head if it still waits, and what is buffered. */
    private void emit() throws IOException {
        if (count == 0) {
            return;
        }
        if (mode == Mode.CHUNKED && count > headEnd) {
            byte[] framed = withChunk(new byte[0]);
            reset();
            connection.write(framed, 0, framed.length, writeTimeout);
        } else {
            int length = count;
            reset();
            connection.write(buffer, 0, length, writeTimeout);
        }
    }

    private void finishChunks() throws IOException {
        byte[] framed = withChunk(LAST_CHUNK);
        reset();
        connection.write(framed, 0, framed.length, writeTimeout);
    }

    /** The waiting head, the buffered bytes as one chunk if there are any, and {@code end}. */
    private byte[] withChunk(byte[] end) {
        int size = count - headEnd;
        byte[] sizeLine =
                size == 0
                        ? new byte[0]
                        : (Integer.toHexString(size) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        int lineEnd = size == 0 ? 0 : 2;
        byte[] framed = new byte[count + sizeLine.length + lineEnd + end.length];
        System.arraycopy(buffer, 0, framed, 0, headEnd);
        System.arraycopy(sizeLine, 0, framed, headEnd, sizeLine.length);
        int at = headEnd + sizeLine.length;
        System.arraycopy(buffer, headEnd, framed, at, size);
        at += size;
        if (size > 0) {
            framed[at++] = '\r';
            framed[at++] = '\n';
        }
        System.arraycopy(end, 0, framed, at, end.length);
        return framed;
    }

    private void reset() {
        headEnd = 0;
        count = 0;
    }
}
