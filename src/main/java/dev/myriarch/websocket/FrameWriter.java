package dev.myriarch.websocket;

import java.nio.ByteBuffer;
import java.util.OptionalInt;

/** Writes frames, each with FIN: messages are never fragmented. */
final class FrameWriter {
    static final int MAX_HEADER = 14;

    private FrameWriter() {}

    /**
     * Header and payload.
     *
     * @param maskKey for a client; the payload is then copied
     */
    static ByteBuffer[] frame(Opcode opcode, byte[] payload, OptionalInt maskKey) {
        return frame(opcode, false, payload, maskKey);
    }

    /**
     * As above.
     *
     * @param compressed sets RSV1 (RFC 7692 section 6)
     */
    static ByteBuffer[] frame(
            Opcode opcode, boolean compressed, byte[] payload, OptionalInt maskKey) {
        ByteBuffer header = ByteBuffer.allocate(MAX_HEADER);
        header(header, opcode, compressed, payload.length, maskKey);
        byte[] body = payload;
        if (maskKey.isPresent()) {
            body = payload.clone();
            Masking.apply(body, 0, body.length, maskKey.getAsInt(), 0);
        }
        return new ByteBuffer[] {header.flip(), ByteBuffer.wrap(body)};
    }

    /** Puts the header of a payload of {@code length} bytes. */
    static void header(
            ByteBuffer target, Opcode opcode, boolean compressed, int length, OptionalInt maskKey) {
        int maskBit = maskKey.isPresent() ? 0x80 : 0;
        target.put((byte) (0x80 | (compressed ? 0x40 : 0) | opcode.code()));
        if (length < 126) {
            target.put((byte) (maskBit | length));
        } else if (length < 65536) {
            target.put((byte) (maskBit | 126)).putShort((short) length);
        } else {
            target.put((byte) (maskBit | 127)).putLong(length);
        }
        if (maskKey.isPresent()) {
            target.putInt(maskKey.getAsInt());
        }
    }
}
