package dev.myriarch.websocket;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses one message into a buffer while its bytes arrive (RFC 7692 section 7.2.2). Stops as
 * soon as the message would be too large, so that a bomb never unfolds. Confined to one thread.
 */
final class MessageInflater implements AutoCloseable {
    /** Streams that one message may consist of; senders end with one at most. */
    private static final int MAX_STREAMS = 16;

    private static final int WINDOW = 32 << 10;

    /**
     * The end that every sender takes away, and a last empty block: only when the data were whole
     * does the stream end with exactly these bytes.
     */
    private static final byte[] END = {0, 0, -1, -1, 1, 0, 0, -1, -1};

    private final Inflater inflater = new Inflater(true);
    private final MessageBuffer target;
    private final int maxBytes;
    private int streams = 1;

    /**
     * @param target takes at most one byte more than {@code maxBytes}
     */
    MessageInflater(MessageBuffer target, int maxBytes) {
        this.target = target;
        this.maxBytes = maxBytes;
    }

    /**
     * Decompresses all of these bytes.
     *
     * @throws WebSocketFailure 1009 beyond the bound, 1007 for bytes that are not DEFLATE
     */
    void accept(byte[] bytes, int offset, int length) throws WebSocketFailure {
        inflater.setInput(bytes, offset, length);
        int end = offset + length;
        while (true) {
            int count = inflate();
            if (inflater.finished() && inflater.getRemaining() > 0) {
                restart(bytes, end);
            } else if (count == 0) {
                return;
            }
        }
    }

    private int inflate() throws WebSocketFailure {
        try {
            int count = target.inflate(inflater, maxBytes);
            if (target.size() > maxBytes) {
                throw MessageReader.tooBig(maxBytes);
            }
            return count;
        } catch (DataFormatException e) {
            throw invalid();
        }
    }

    /** A block that is marked as the last one may be followed by more, with the same window. */
    private void restart(byte[] bytes, int end) throws WebSocketFailure {
        if (++streams > MAX_STREAMS) {
            throw invalid();
        }
        int remaining = inflater.getRemaining();
        inflater.reset();
        int window = Math.min(WINDOW, target.size());
        if (window > 0) {
            inflater.setDictionary(target.array(), target.size() - window, window);
        }
        inflater.setInput(bytes, end - remaining, remaining);
    }

    /**
     * The message is over.
     *
     * @throws WebSocketFailure as {@link #accept}, and 1007 when it ends within a block
     */
    void finish() throws WebSocketFailure {
        accept(END, 0, END.length);
        if (!inflater.finished()) {
            throw invalid();
        }
    }

    private static WebSocketFailure invalid() {
        return new WebSocketFailure(
                CloseCodes.INVALID_DATA, "a compressed message is not valid DEFLATE");
    }

    @Override
    public void close() {
        inflater.close();
    }
}
