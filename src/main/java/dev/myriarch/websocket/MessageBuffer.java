package dev.myriarch.websocket;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Payload of a message. Grows with the bytes that arrived, never with a length that was claimed.
 */
final class MessageBuffer {
    private static final int FIRST = 512;

    private byte[] bytes = new byte[0];
    private int size;

    int size() {
        return size;
    }

    /**
     * Reads some bytes of a payload that has {@code remaining} left; returns how many.
     *
     * @param remaining at least 1; {@code size + remaining} is at most the largest array
     */
    int readFrom(FrameInput input, long remaining) throws IOException {
        grow(size + remaining);
        int count = input.read(bytes, size, (int) Math.min(bytes.length - size, remaining));
        size += count;
        return count;
    }

    /**
     * Takes what there is room for; returns how many bytes.
     *
     * @param max that the buffer is to hold; it may get one byte more, which shows that there are
     *     more, and must not be called again then
     */
    int inflate(Inflater inflater, int max) throws DataFormatException {
        grow(max + 1L);
        int count = inflater.inflate(bytes, size, bytes.length - size);
        size += count;
        return count;
    }

    /** Makes room for one byte at least. */
    private void grow(long most) {
        if (size == bytes.length) {
            long wanted = Math.max(FIRST, 2L * size);
            bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, most));
        }
    }

    /** The array itself, valid up to {@link #size}. */
    byte[] array() {
        return bytes;
    }

    byte[] toBytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }
}
