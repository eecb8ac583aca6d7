package dev.myriarch.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads lines that end with CRLF. A bare CR or LF and every control character but tab is refused as
 * soon as it is seen.
 */
final class LineReader {
    private final InputBuffer input;
    private byte[] line = new byte[0];
    private int length;

    LineReader(InputBuffer input) {
        this.input = input;
    }

    /**
     * The next line as Latin-1, without its CRLF.
     *
     * @throws RequestFailure with {@code tooLong} when it has more than {@code maxBytes}
     */
    String read(int maxBytes, int tooLong) throws IOException {
        String whole = input.takeLine(maxBytes);
        return whole == null ? readBytes(maxBytes, tooLong) : whole;
    }

    /** A line that is not there yet as a whole, or must be refused. */
    private String readBytes(int maxBytes, int tooLong) throws IOException {
        length = 0;
        while (true) {
            int c = input.next();
            if (c < 0) {
                throw new EOFException("the peer ended the connection within a line");
            }
            if (c == '\r') {
                requireLineFeed();
                return new String(line, 0, length, StandardCharsets.ISO_8859_1);
            }
            if (!HttpCharacters.isFieldValueCharacter(c)) {
                throw RequestFailure.badRequest(
                        "a line has a bare line feed or a control character");
            }
            if (length == maxBytes) {
                throw new RequestFailure(tooLong, "a line is longer than allowed");
            }
            append((byte) c);
        }
    }

    private void requireLineFeed() throws IOException {
        int c = input.next();
        if (c < 0) {
            throw new EOFException("the peer ended the connection within a line");
        }
        if (c != '\n') {
            throw RequestFailure.badRequest("a line has a bare carriage return");
        }
    }

    private void append(byte c) {
        if (length == line.length) {
            line = Arrays.copyOf(line, Math.max(256, line.length * 2));
        }
        line[length++] = c;
    }
}
