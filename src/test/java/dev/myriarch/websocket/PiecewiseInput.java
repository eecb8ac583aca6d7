package dev.myriarch.websocket;

import java.nio.ByteBuffer;

/** Bytes that arrive a few at a time. */
final class PiecewiseInput {
    private PiecewiseInput() {}

    static FrameInput of(byte[] bytes, int piece) {
        ByteBuffer source = ByteBuffer.wrap(bytes);
        return new FrameInput(
                target -> {
                    if (!source.hasRemaining()) {
                        return -1;
                    }
                    int count = Math.min(piece, Math.min(source.remaining(), target.remaining()));
                    target.put(source.slice().limit(count));
                    source.position(source.position() + count);
                    return count;
                },
                () -> {});
    }
}
