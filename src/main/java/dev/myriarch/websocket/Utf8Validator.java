package dev.myriarch.websocket;

/**
 * Checks UTF-8 as it arrives, over the ends of fragments (RFC 3629: shortest form, no surrogates,
 * up to U+10FFFF). Fails at the first byte that cannot belong to a character.
 */
final class Utf8Validator {
    private int missing;
    // Bounds of the next continuation byte; narrower after some first bytes.
    private int lower = 0x80;
    private int upper = 0xBF;

    /** False as soon as the bytes cannot be UTF-8. */
    boolean accept(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (!accept(bytes[i] & 0xFF)) {
                return false;
            }
        }
        return true;
    }

    /** True unless a character is incomplete. */
    boolean complete() {
        return missing == 0;
    }

    private boolean accept(int octet) {
        if (missing > 0) {
            boolean fits = octet >= lower && octet <= upper;
            missing--;
            bounds(0x80, 0xBF);
            return fits;
        }
        if (octet < 0x80) {
            return true;
        }
        if (octet >= 0xC2 && octet <= 0xDF) {
            missing = 1;
        } else if (octet >= 0xE0 && octet <= 0xEF) {
            missing = 2;
            bounds(octet == 0xE0 ? 0xA0 : 0x80, octet == 0xED ? 0x9F : 0xBF);
        } else if (octet >= 0xF0 && octet <= 0xF4) {
            missing = 3;
            bounds(octet == 0xF0 ? 0x90 : 0x80, octet == 0xF4 ? 0x8F : 0xBF);
        } else {
            return false;
        }
        return true;
    }

    private void bounds(int low, int high) {
        lower = low;
        upper = high;
    }
}
