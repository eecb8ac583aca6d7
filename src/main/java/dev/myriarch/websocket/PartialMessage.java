package dev.myriarch.websocket;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A data message while it is received. Confined to the reading thread. */
final class PartialMessage implements AutoCloseable {
    private static final int PIECE = 4096;

    private final boolean text;
    private final int maxBytes;
    private final MessageBuffer buffer = new MessageBuffer();
    private final Utf8Validator utf8 = new Utf8Validator();
    private final @Nullable MessageInflater inflater;
    private final MessageBudget.Share share;
    private byte[] piece = new byte[0];
    private long compressedBytes;

    /** Told before each wait for bytes. */
    @FunctionalInterface
    interface Patience {
        /**
         * @throws WebSocketFailure when the message has taken too long
         */
        void check() throws WebSocketFailure;
    }

    PartialMessage(boolean text, boolean compressed, WebSocketOptions options) {
        this.text = text;
        maxBytes = options.maxMessageBytes();
        share = options.budget().share();
        inflater = compressed ? new MessageInflater(buffer, maxBytes) : null;
    }

    /** Reads the payload of a frame of this message. */
    void read(FrameInput input, FrameHeader header, Patience patience) throws IOException {
        long before = inflater == null ? buffer.size() : compressedBytes;
        if (header.length() > mostOnTheWire() - before) {
            throw MessageReader.tooBig(maxBytes);
        }
        long position = 0;
        while (position < header.length()) {
            patience.check();
            int start = buffer.size();
            position +=
                    inflater == null
                            ? readPlain(input, header, position)
                            : readCompressed(input, header, position, inflater);
            share.hold(buffer.array().length);
            checkText(start);
        }
    }

    /** Data that do not shrink grow a little: a bound for those that unfold to nothing. */
    private long mostOnTheWire() {
        return inflater == null ? maxBytes : maxBytes + maxBytes / 16L + 64;
    }

    private int readPlain(FrameInput input, FrameHeader header, long position) throws IOException {
        int start = buffer.size();
        int count = buffer.readFrom(input, header.length() - position);
        unmask(buffer.array(), start, count, header, position);
        return count;
    }

    private int readCompressed(
            FrameInput input, FrameHeader header, long position, MessageInflater into)
            throws IOException {
        if (piece.length == 0) {
            piece = new byte[PIECE];
        }
        int count = input.read(piece, 0, (int) Math.min(PIECE, header.length() - position));
        compressedBytes += count;
        unmask(piece, 0, count, header, position);
        into.accept(piece, 0, count);
        return count;
    }

    private static void unmask(
            byte[] bytes, int offset, int count, FrameHeader header, long position) {
        if (header.masked()) {
            Masking.apply(bytes, offset, count, header.maskKey(), position);
        }
    }

    private void checkText(int start) throws WebSocketFailure {
        if (text && !utf8.accept(buffer.array(), start, buffer.size() - start)) {
            throw notUtf8();
        }
    }

    /** The last frame is read. */
    Incoming finish() throws WebSocketFailure {
        if (inflater != null) {
            int start = buffer.size();
            inflater.finish();
            checkText(start);
        }
        if (!text) {
            return new Incoming.Binary(buffer.toBytes());
        }
        if (!utf8.complete()) {
            throw notUtf8();
        }
        return new Incoming.Text(
                new String(buffer.array(), 0, buffer.size(), StandardCharsets.UTF_8));
    }

    private static WebSocketFailure notUtf8() {
        return new WebSocketFailure(CloseCodes.INVALID_DATA, "a text message is not UTF-8");
    }

    @Override
    public void close() {
        share.close();
        if (inflater != null) {
            inflater.close();
        }
    }
}
