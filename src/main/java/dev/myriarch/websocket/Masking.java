package dev.myriarch.websocket;

/** Masks and unmasks payloads (RFC 6455 section 5.3). */
final class Masking {
    private Masking() {}

    /**
     * @param position of the first byte within the payload
     */
    static void apply(byte[] bytes, int offset, int length, int key, long position) {
        int shift = (int) (position & 3) * 8;
        int rotated = Integer.rotateLeft(key, shift);
        for (int i = 0; i < length; i++) {
            bytes[offset + i] ^= (byte) (rotated >>> 24);
            rotated = Integer.rotateLeft(rotated, 8);
        }
    }
}
