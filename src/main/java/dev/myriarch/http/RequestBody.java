package dev.myriarch.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** Body of a request. Reads never go past its end. Closing drops nothing: the server does. */
abstract sealed class RequestBody extends InputStream {
    /** Called before the first byte is read, to send 100 (Continue). */
    @FunctionalInterface
    interface BeforeFirstRead {
        void run() throws IOException;
    }

    private final BeforeFirstRead beforeFirstRead;
    private boolean started;

    private RequestBody(BeforeFirstRead beforeFirstRead) {
        this.beforeFirstRead = beforeFirstRead;
    }

    static RequestBody of(
            Framing framing, InputBuffer input, HttpLimits.Body limits, BeforeFirstRead first) {
        return switch (framing) {
            case Framing.None _ -> new Fixed(input, 0, first);
            case Framing.Fixed(long length) -> new Fixed(input, length, first);
            case Framing.Chunked _ -> new Chunked(new ChunkedInput(input, limits), first);
        };
    }

    /** True when every byte was read. */
    abstract boolean finished();

    /** True when so little is left that reading it is cheaper than a new connection. */
    abstract boolean worthDraining(int maxBytes);

    /** Whether anything was read, and so a waiting peer was told to go on. */
    boolean started() {
        return started;
    }

    /** Reads and drops what is left. */
    final void readAllRest() throws IOException {
        if (!finished()) {
            byte[] dropped = new byte[8192];
            while (read(dropped, 0, dropped.length) >= 0) {
                // Nobody wants these bytes.
            }
        }
    }

    abstract int readSome(byte[] target, int offset, int length) throws IOException;

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (finished()) {
            return -1;
        }
        if (length == 0) {
            return 0;
        }
        if (!started) {
            started = true;
            beforeFirstRead.run();
        }
        return readSome(target, offset, length);
    }

    private static final class Fixed extends RequestBody {
        private final InputBuffer input;
        private long remaining;

        Fixed(InputBuffer input, long length, BeforeFirstRead first) {
            super(first);
            this.input = input;
            remaining = length;
        }

        @Override
        boolean finished() {
            return remaining == 0;
        }

        @Override
        boolean worthDraining(int maxBytes) {
            return remaining <= maxBytes;
        }

        @Override
        int readSome(byte[] target, int offset, int length) throws IOException {
            int count = input.read(target, offset, (int) Math.min(length, remaining));
            if (count < 0) {
                throw new IOException("the peer ended the connection within the body");
            }
            remaining -= count;
            return count;
        }

        @Override
        public int available() {
            return (int) Math.min(input.buffered(), remaining);
        }
    }

    private static final class Chunked extends RequestBody {
        private final ChunkedInput chunks;

        Chunked(ChunkedInput chunks, BeforeFirstRead first) {
            super(first);
            this.chunks = chunks;
        }

        @Override
        boolean finished() {
            return chunks.finished();
        }

        @Override
        boolean worthDraining(int maxBytes) {
            return false;
        }

        @Override
        int readSome(byte[] target, int offset, int length) throws IOException {
            return chunks.read(target, offset, length);
        }
    }
}
