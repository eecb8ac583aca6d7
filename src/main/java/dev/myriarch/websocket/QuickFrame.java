package dev.myriarch.websocket;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A whole frame that needs no rule but those which its first two bytes show: final, no reserved
 * bit, masked as it must be, in the shortest form of its length, and binary, a ping or a pong.
 * Whatever else it is, {@link MessageReader} knows what to do with it.
 *
 * @param end position of the byte after it
 */
record QuickFrame(Opcode opcode, byte[] payload, int end) {
    private static final int FIN = 0x80;
    private static final int MASKED = 0x80;
    private static final int SHORT = 125;
    private static final int TWO_BYTES = 126;
    private static final int MASK_KEY = 4;

    /**
     * Looks at what begins at the position of {@code bytes}, which stays where it is; empty when
     * that is not such a frame, or not all of it is there.
     *
     * @param maxBytes of a payload
     */
    static Optional<QuickFrame> peek(ByteBuffer bytes, Side side, int maxBytes) {
        int start = bytes.position();
        int present = bytes.remaining();
        if (present < 2) {
            return Optional.empty();
        }
        Opcode opcode =
                switch (bytes.get(start) & 0xFF) {
                    case FIN | 2 -> Opcode.BINARY;
                    case FIN | 9 -> Opcode.PING;
                    case FIN | 10 -> Opcode.PONG;
                    default -> Opcode.CONTINUATION;
                };
        int second = bytes.get(start + 1) & 0xFF;
        boolean masked = (second & MASKED) != 0;
        int length = second & ~MASKED;
        int header = 2;
        if (length == TWO_BYTES && present >= 4) {
            length = bytes.getShort(start + 2) & 0xFFFF;
            header = 4;
        }
        boolean shortest = header == 2 ? length <= SHORT : length > SHORT;
        int whole = header + (masked ? MASK_KEY : 0) + length;
        if (opcode == Opcode.CONTINUATION
                || masked != side.peerMasks()
                || !shortest
                || (opcode.isControl() && header != 2)
                || length > maxBytes
                || present < whole) {
            return Optional.empty();
        }
        byte[] payload = new byte[length];
        bytes.get(start + whole - length, payload);
        if (masked) {
            Masking.apply(payload, 0, length, bytes.getInt(start + header), 0);
        }
        return Optional.of(new QuickFrame(opcode, payload, start + whole));
    }
}
