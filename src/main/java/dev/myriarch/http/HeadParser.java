package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads a request head (RFC 9112 sections 2 to 6). Strict: whatever a proxy in front could read in
 * another way is an error, never repaired.
 */
final class HeadParser {
    private static final int MAX_METHOD = 32;

    private final HttpLimits limits;
    private final LineReader lines;

    private HeadParser(InputBuffer input, HttpLimits limits) {
        this.limits = limits;
        this.lines = new LineReader(input);
    }

    /**
     * @throws RequestFailure when the request must be refused
     * @throws java.io.EOFException when the input ends within the head
     */
    static RequestHead parse(InputBuffer input, HttpLimits limits) throws IOException {
        return new HeadParser(input, limits).parse();
    }

    private RequestHead parse() throws IOException {
        String line = requestLine();
        int first = line.indexOf(' ');
        int last = line.lastIndexOf(' ');
        String method = first < 0 ? line : line.substring(0, first);
        if (method.length() > MAX_METHOD) {
            throw new RequestFailure(501, "the method is too long");
        }
        if (!HttpCharacters.isToken(method) || last == first) {
            throw RequestFailure.badRequest("the request line is not method, target and version");
        }
        int minorVersion = minorVersion(line.substring(last + 1));
        if (method.equals("CONNECT")) {
            throw new RequestFailure(501, "CONNECT is not supported");
        }
        RequestTarget target = RequestTarget.parse(method, line.substring(first + 1, last));
        RequestHeaders headers = fields();
        checkHost(headers, target, minorVersion);
        Framing framing = framing(headers, minorVersion);
        return new RequestHead(
                method,
                target,
                minorVersion,
                headers,
                framing,
                expectContinue(headers, minorVersion, framing),
                minorVersion == 0 || HeaderTokens.has(headers, "Connection", "close"));
    }

    /** One empty line before the request line is skipped (RFC 9112 section 2.2). */
    private String requestLine() throws IOException {
        String line = lines.read(limits.head().maxLineBytes(), 414);
        if (line.isEmpty()) {
            line = lines.read(limits.head().maxLineBytes(), 414);
        }
        return line;
    }

    private static int minorVersion(String version) throws RequestFailure {
        return switch (version) {
            case "HTTP/1.1" -> 1;
            case "HTTP/1.0" -> 0;
            default -> {
                boolean wellFormed =
                        version.length() == 8
                                && version.startsWith("HTTP/")
                                && HttpCharacters.isDigits(version.substring(5, 6))
                                && version.charAt(6) == '.'
                                && HttpCharacters.isDigits(version.substring(7));
                throw wellFormed
                        ? new RequestFailure(505, "only HTTP/1.0 and HTTP/1.1 are supported")
                        : RequestFailure.badRequest("the request line has no HTTP version");
            }
        };
    }

    private RequestHeaders fields() throws IOException {
        RequestHeaders.Builder headers = new RequestHeaders.Builder();
        int budget = limits.head().maxHeaderBytes();
        for (int count = 0; ; count++) {
            String line = lines.read(Math.max(0, budget), 431);
            if (line.isEmpty()) {
                return headers.build();
            }
            if (count == limits.head().maxFields()) {
                throw new RequestFailure(431, "the request has too many header fields");
            }
            budget -= line.length() + 2;
            String name = fieldName(line);
            headers.add(name, fieldValue(line, name));
        }
    }

    static void addField(Headers headers, String line) throws RequestFailure {
        String name = fieldName(line);
        headers.add(name, fieldValue(line, name));
    }

    private static String fieldName(String line) throws RequestFailure {
        int colon = line.indexOf(':');
        String name = colon < 0 ? line : line.substring(0, colon);
        // A folded line begins with a space and a space before the colon is in the name: both fail.
        if (colon < 0 || !HttpCharacters.isToken(name)) {
            throw RequestFailure.badRequest("a header line is not a name, a colon and a value");
        }
        return name;
    }

    private static String fieldValue(String line, String name) {
        return HttpCharacters.trim(line, name.length() + 1, line.length());
    }

    private static void checkHost(Headers headers, RequestTarget target, int minorVersion)
            throws RequestFailure {
        Optional<String> host = single(headers, "Host");
        if (host.isEmpty()) {
            if (minorVersion == 1) {
                throw RequestFailure.badRequest("the request has no Host");
            }
            return;
        }
        HostField.check(host.get());
        if (target.authority().isPresent()
                && !target.authority().get().equalsIgnoreCase(host.get())) {
            throw RequestFailure.badRequest("Host and the request target differ");
        }
    }

    private Framing framing(Headers headers, int minorVersion) throws RequestFailure {
        Optional<String> coding = single(headers, "Transfer-Encoding");
        Optional<String> length = single(headers, "Content-Length");
        if (coding.isPresent()) {
            if (length.isPresent() || minorVersion == 0) {
                throw RequestFailure.badRequest(
                        "Transfer-Encoding with Content-Length, or in HTTP/1.0");
            }
            return chunked(coding.get());
        }
        return length.isPresent() ? fixed(length.get()) : new Framing.None();
    }

    private static Framing chunked(String coding) throws RequestFailure {
        if (coding.equalsIgnoreCase("chunked")) {
            return new Framing.Chunked();
        }
        List<String> codings = HeaderTokens.split(coding);
        boolean tokens = !codings.isEmpty() && codings.stream().allMatch(HttpCharacters::isToken);
        long chunkedCount = codings.stream().filter("chunked"::equalsIgnoreCase).count();
        if (tokens && (chunkedCount == 0 || (chunkedCount == 1 && codings.size() > 1))) {
            throw new RequestFailure(501, "the only supported transfer coding is chunked");
        }
        throw RequestFailure.badRequest("Transfer-Encoding is not chunked");
    }

    private Framing fixed(String text) throws RequestFailure {
        if (!HttpCharacters.isDigits(text) || text.length() > 18) {
            throw RequestFailure.badRequest("Content-Length is not a number");
        }
        long length = Long.parseLong(text);
        if (length > limits.body().maxBytes()) {
            throw new RequestFailure(
                    413, "the body is larger than " + limits.body().maxBytes() + " bytes");
        }
        return length == 0 ? new Framing.None() : new Framing.Fixed(length);
    }

    private static boolean expectContinue(Headers headers, int minorVersion, Framing framing)
            throws RequestFailure {
        Optional<String> expect = single(headers, "Expect");
        if (expect.isEmpty() || minorVersion == 0) {
            return false;
        }
        if (!expect.get().equalsIgnoreCase("100-continue")) {
            throw new RequestFailure(417, "the only supported expectation is 100-continue");
        }
        return !(framing instanceof Framing.None);
    }

    private static Optional<String> single(Headers headers, String name) throws RequestFailure {
        List<String> values = headers.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw RequestFailure.badRequest(name + " is repeated");
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
    }
}
