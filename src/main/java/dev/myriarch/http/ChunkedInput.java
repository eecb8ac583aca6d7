package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import java.io.IOException;

/**
 * The chunked transfer coding (RFC 9112 section 7.1): strict sizes, extensions checked and ignored,
 * trailer fields checked and dropped.
 */
final class ChunkedInput {
    private static final int MAX_SIZE_LINE = 256;
    private static final int MAX_SIZE_DIGITS = 15;

    private final InputBuffer input;
    private final HttpLimits.Body limits;
    private final LineReader lines;
    private long remaining;
    private long total;
    private boolean first = true;
    private boolean finished;

    ChunkedInput(InputBuffer input, HttpLimits.Body limits) {
        this.input = input;
        this.limits = limits;
        lines = new LineReader(input);
    }

    /** True when the last chunk and the trailers were read. */
    boolean finished() {
        return finished;
    }

    /** Reads at least one byte, or returns -1 after the last chunk. */
    int read(byte[] target, int offset, int length) throws IOException {
        if (finished || (remaining == 0 && !nextChunk())) {
            return -1;
        }
        int count = input.read(target, offset, (int) Math.min(length, remaining));
        if (count < 0) {
            throw new IOException("the peer ended the connection within a chunk");
        }
        remaining -= count;
        return count;
    }

    private boolean nextChunk() throws IOException {
        if (!first && !lines.read(0, 400).isEmpty()) {
            throw RequestFailure.badRequest("a chunk is longer than its size");
        }
        first = false;
        long size = size(lines.read(MAX_SIZE_LINE, 400));
        total += size;
        if (total > limits.maxBytes()) {
            throw new RequestFailure(
                    413, "the body is larger than " + limits.maxBytes() + " bytes");
        }
        remaining = size;
        if (size == 0) {
            skipTrailers();
            finished = true;
        }
        return size > 0;
    }

    private static long size(String line) throws RequestFailure {
        int end = 0;
        long size = 0;
        while (end < line.length() && HttpCharacters.hexValue(line.charAt(end)) >= 0) {
            size = size * 16 + HttpCharacters.hexValue(line.charAt(end));
            end++;
            if (end > MAX_SIZE_DIGITS) {
                throw RequestFailure.badRequest("a chunk size has too many digits");
            }
        }
        if (end == 0) {
            throw RequestFailure.badRequest("a chunk size is not hexadecimal");
        }
        if (!ChunkExtensions.valid(line.substring(end))) {
            throw RequestFailure.badRequest("a chunk extension is malformed");
        }
        return size;
    }

    private void skipTrailers() throws IOException {
        int budget = limits.maxTrailerBytes();
        while (true) {
            String line = lines.read(Math.max(0, budget), 431);
            if (line.isEmpty()) {
                return;
            }
            budget -= line.length() + 2;
            HeadParser.addField(new Headers(), line);
        }
    }
}
