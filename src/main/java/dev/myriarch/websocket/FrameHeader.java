package dev.myriarch.websocket;

import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;

/**
 * Header of a frame (RFC 6455 section 5.2), syntax only.
 *
 * @param reserved the three RSV bits
 * @param opcode 0 to 15
 * @param length of the payload; not negative
 * @param maskKey 0 when not masked
 */
record FrameHeader(
        boolean fin, int reserved, int opcode, boolean masked, long length, int maskKey) {
    /**
     * Reads a header; empty when the connection ended before it.
     *
     * @throws WebSocketFailure for a length that is not in its shortest form or beyond 63 bits
     */
    static Optional<FrameHeader> read(FrameInput input) throws IOException {
        int first = input.next();
        if (first < 0) {
            return Optional.empty();
        }
        int second = input.required();
        boolean masked = (second & 0x80) != 0;
        long length = length(input, second & 0x7F);
        int maskKey = masked ? (int) number(input, 4) : 0;
        return Optional.of(
                new FrameHeader(
                        (first & 0x80) != 0,
                        (first >> 4) & 7,
                        first & 0x0F,
                        masked,
                        length,
                        maskKey));
    }

    private static long length(FrameInput input, int shortLength) throws IOException {
        long length =
                switch (shortLength) {
                    case 126 -> number(input, 2);
                    case 127 -> number(input, 8);
                    default -> shortLength;
                };
        if (length < 0) {
            throw WebSocketFailure.protocol("a frame length has its highest bit set");
        }
        if ((shortLength == 126 && length < 126) || (shortLength == 127 && length < 65536)) {
            throw WebSocketFailure.protocol("a frame length is not in its shortest form");
        }
        return length;
    }

    private static long number(FrameInput input, int bytes) throws EOFException, IOException {
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number = (number << 8) | input.required();
        }
        return number;
    }
}
