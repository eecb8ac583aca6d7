package dev.myriarch.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Buffered input of a connection. Starts small and grows only while a peer sends more than fits, so
 * that an idle connection costs little. Confined to the thread that reads.
 */
final class InputBuffer {
    private static final int SMALL = 1024;
    private static final int LARGE = 8192;

    private ByteSource source;
    private byte[] buffer = new byte[SMALL];
    private int position;
    private int limit;

    InputBuffer(ByteSource source) {
        this.source = source;
    }

    /** Takes further bytes from another source; what is buffered stays. */
    void readFrom(ByteSource next) {
        source = next;
    }

    /** The next byte, or -1 at the end. */
    int next() throws IOException {
        return position < limit || fill() ? buffer[position++] & 0xFF : -1;
    }

    /** The next byte without taking it, or -1 at the end. */
    int peek() throws IOException {
        return position < limit || fill() ? buffer[position] & 0xFF : -1;
    }

    /** Bytes that are here already. */
    int buffered() {
        return limit - position;
    }

    /**
     * Takes a line, as Latin-1 and without its CRLF, when all of it is here, it has at most {@code
     * maxBytes} and only what a field value may have. Else nothing is taken, and null returned.
     */
    @Nullable String takeLine(int maxBytes) {
        int last = Math.min(limit - 2, position + maxBytes);
        for (int at = position; at <= last; at++) {
            int c = buffer[at] & 0xFF;
            if (c == '\r' && buffer[at + 1] == '\n') {
                String line =
                        new String(buffer, position, at - position, StandardCharsets.ISO_8859_1);
                position = at + 2;
                return line;
            }
            if (!HttpCharacters.isFieldValueCharacter(c)) {
                return null;
            }
        }
        return null;
    }

    int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (position == limit) {
            if (length >= buffer.length) {
                return source.read(target, offset, length);
            }
            if (!fill()) {
                return -1;
            }
        }
        int count = Math.min(length, limit - position);
        System.arraycopy(buffer, position, target, offset, count);
        position += count;
        return count;
    }

    /** Takes the bytes that are here already. */
    byte[] takeBuffered() {
        byte[] taken = Arrays.copyOfRange(buffer, position, limit);
        position = limit;
        return taken;
    }

    /** Gives a large buffer back while nothing is in it. */
    void release() {
        if (position == limit && buffer.length > SMALL) {
            buffer = new byte[SMALL];
            position = 0;
            limit = 0;
        }
    }

    private boolean fill() throws IOException {
        if (limit == SMALL && buffer.length == SMALL) {
            buffer = new byte[LARGE];
        }
        position = 0;
        limit = 0;
        int count = source.read(buffer, 0, buffer.length);
        if (count <= 0) {
            return false;
        }
        limit = count;
        return true;
    }
}
