package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import java.io.EOFException;
import java.io.IOException;

/**
 * Head of an answer that we asked for (RFC 9112 section 4), bounded. Interim answers before it are
 * dropped, but not 101, which is final here.
 */
record AnswerHead(int status, Headers headers) {
    private static final int MAX_INTERIM = 8;
    private static final int MAX_LINE = 8 << 10;
    private static final int MAX_FIELD_BYTES = 32 << 10;
    private static final int MAX_FIELDS = 100;

    /**
     * @throws IOException when it is not HTTP/1.x, too large, or ends early
     */
    static AnswerHead read(InputBuffer input) throws IOException {
        LineReader lines = new LineReader(input);
        try {
            for (int i = 0; i <= MAX_INTERIM; i++) {
                int status = status(lines.read(MAX_LINE, 502));
                Headers headers = fields(lines);
                if (status == 101 || status >= 200) {
                    return new AnswerHead(status, headers);
                }
            }
            throw new IOException("the answer has too many interim answers before it");
        } catch (RequestFailure malformed) {
            throw new IOException("the answer is not understood: " + malformed.reason(), malformed);
        } catch (EOFException ended) {
            throw new IOException("the peer ended the connection before it answered", ended);
        }
    }

    private static int status(String line) throws IOException {
        boolean wellFormed =
                line.length() >= 12
                        && (line.startsWith("HTTP/1.1 ") || line.startsWith("HTTP/1.0 "))
                        && HttpCharacters.isDigits(line.substring(9, 12))
                        && (line.length() == 12 || line.charAt(12) == ' ')
                        && line.charAt(9) >= '1'
                        && line.charAt(9) <= '5';
        if (!wellFormed) {
            throw new IOException("the answer does not begin with an HTTP/1.1 status line");
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private static Headers fields(LineReader lines) throws IOException {
        Headers headers = new Headers();
        int budget = MAX_FIELD_BYTES;
        for (int count = 0; count <= MAX_FIELDS; count++) {
            String line = lines.read(Math.max(0, budget), 502);
            if (line.isEmpty()) {
                return headers;
            }
            budget -= line.length() + 2;
            HeadParser.addField(headers, line);
        }
        throw new IOException("the answer has too many header fields");
    }
}
