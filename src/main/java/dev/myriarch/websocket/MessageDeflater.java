package dev.myriarch.websocket;

import java.util.Arrays;
import java.util.Optional;
import java.util.zip.Deflater;

/** Compresses messages, each with a context of its own (RFC 7692 section 7.2.1). */
final class MessageDeflater {
    /** Smaller messages gain nothing that is worth the work. */
    private static final int WORTH = 256;

    /** The empty block that flushing leaves at the end, and that is not sent. */
    private static final int TAIL = 4;

    private MessageDeflater() {}

    /** As below; empty also when compression was not agreed on. */
    static Optional<byte[]> compress(byte[] message, WebSocketOptions options) {
        return options.compression() ? compress(message) : Optional.empty();
    }

    /** The compressed message; empty when it would not be smaller. */
    static Optional<byte[]> compress(byte[] message) {
        if (message.length < WORTH) {
            return Optional.empty();
        }
        byte[] compressed = new byte[message.length];
        int size = 0;
        try (Deflater deflater = new Deflater(Deflater.BEST_SPEED, true)) {
            deflater.setInput(message);
            int count = 1;
            while (count > 0 && size < compressed.length) {
                count =
                        deflater.deflate(
                                compressed, size, compressed.length - size, Deflater.SYNC_FLUSH);
                size += count;
            }
        }
        return size < compressed.length
                ? Optional.of(Arrays.copyOf(compressed, size - TAIL))
                : Optional.empty();
    }
}
