package dev.myriarch.websocket;

import java.nio.ByteBuffer;
import java.util.OptionalInt;

/** Writes frames, each with FIN: messages are never fragmented. */
final class FrameWriter {
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
        int length = payload.length;
        int maskBit = maskKey.isPresent() ? 0x80 : 0;
        ByteBuffer header = ByteBuffer.allocate(14);
        header.put((byte) (0x80 | (compressed ? 0x40 : 0) | opcode.code()));
        if (length < 126) {
            header.put((byte) (maskBit | length));
        } else if (length < 65536) {
            header.put((byte) (maskBit | 126)).putShort((short) length);
        } else {
            header.put((byte) (maskBit | 127)).putLong(length);
        }
        byte[] body = payload;
        if (maskKey.isPresent()) {
            header.putInt(maskKey.getAsInt());
            body = payload.clone();
            Masking.apply(body, 0, length, maskKey.getAsInt(), 0);
        }
        return new ByteBuffer[] {header.flip(), ByteBuffer.wrap(body)};
    }
}
