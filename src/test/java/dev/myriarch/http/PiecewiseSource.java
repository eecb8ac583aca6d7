package dev.myriarch.http;

import java.nio.charset.StandardCharsets;

/** Gives a text in pieces of a fixed size, as a network may. */
final class PiecewiseSource implements ByteSource {
    private final byte[] bytes;
    private final int piece;
    private int position;

    PiecewiseSource(String latin1, int piece) {
        bytes = latin1.getBytes(StandardCharsets.ISO_8859_1);
        this.piece = piece;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (position == bytes.length) {
            return -1;
        }
        int count = Math.min(Math.min(piece, length), bytes.length - position);
        System.arraycopy(bytes, position, target, offset, count);
        position += count;
        return count;
    }
}
