package dev.myriarch.websocket;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Builds frames byte by byte, also wrong ones; apart from the writer under test. */
final class Frames {
    static final int FIN = 0x80;

    private static final byte[] KEY = {0x11, (byte) 0xF2, 0x33, 0x7F};

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A masked frame with the shortest form of its length. */
    Frames masked(int firstByte, byte[] payload) {
        header(firstByte, 0x80, payload.length);
        out.writeBytes(KEY);
        for (int i = 0; i < payload.length; i++) {
            out.write(payload[i] ^ KEY[i % 4]);
        }
        return this;
    }

    Frames masked(int firstByte, String payload) {
        return masked(firstByte, payload.getBytes(StandardCharsets.UTF_8));
    }

    /** A close frame with a code and a reason. */
    Frames close(int code, byte[] reason) {
        ByteBuffer payload = ByteBuffer.allocate(2 + reason.length);
        return masked(FIN | 8, payload.putShort((short) code).put(reason).array());
    }

    Frames close(int code) {
        return close(code, new byte[0]);
    }

    Frames unmasked(int firstByte, byte[] payload) {
        header(firstByte, 0, payload.length);
        out.writeBytes(payload);
        return this;
    }

    /** Bytes as they are; only the low eight bits count. */
    Frames bytes(int... bytes) {
        for (int each : bytes) {
            out.write(each);
        }
        return this;
    }

    Frames bytes(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    byte[] toBytes() {
        return out.toByteArray();
    }

    private void header(int firstByte, int maskBit, int length) {
        out.write(firstByte);
        if (length < 126) {
            out.write(maskBit | length);
        } else if (length < 65536) {
            out.write(maskBit | 126);
            out.write(length >> 8);
            out.write(length);
        } else {
            out.write(maskBit | 127);
            out.writeBytes(ByteBuffer.allocate(8).putLong(length).array());
        }
    }
}
