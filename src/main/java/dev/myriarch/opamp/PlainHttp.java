package dev.myriarch.opamp;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/** Bodies of the plain HTTP transport: bounded, with gzip in both directions. */
final class PlainHttp {
    /** Below this size compression costs more than it saves. */
    private static final int COMPRESS_FROM = 512;

    private PlainHttp() {}

    /** A request body. */
    sealed interface Body {
        record Content(byte[] bytes) implements Body {}

        record Refused(int status, String reason) implements Body {}
    }

    /** Reads the decompressed body, at most {@code limit} bytes of it. */
    static Body read(HttpExchange exchange, int limit) throws IOException {
        String encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
        String coding = encoding == null ? "identity" : encoding.strip().toLowerCase(Locale.ROOT);
        return read(coding, exchange.getRequestBody(), limit);
    }

    static Body read(String coding, InputStream body, int limit) throws IOException {
        return switch (coding) {
            case "", "identity" -> bounded(body, limit);
            case "gzip", "x-gzip" -> unzipped(body, limit);
            default -> new Body.Refused(415, "Content-Encoding must be gzip or identity");
        };
    }

    private static Body unzipped(InputStream body, int limit) throws IOException {
        try (InputStream in = new GZIPInputStream(body)) {
            return bounded(in, limit);
        } catch (ZipException | EOFException e) {
            return new Body.Refused(400, "the body is no valid gzip");
        }
    }

    private static Body bounded(InputStream in, int limit) throws IOException {
        byte[] bytes = in.readNBytes(limit + 1);
        return bytes.length > limit
                ? new Body.Refused(413, "the message is larger than " + limit + " bytes")
                : new Body.Content(bytes);
    }

    static void answer(HttpExchange exchange, int status, String contentType, byte[] body)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", contentType);
        byte[] content = body;
        if (body.length >= COMPRESS_FROM && acceptsGzip(exchange)) {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            content = zip(body);
        }
        exchange.getResponseHeaders().set("Vary", "Accept-Encoding");
        exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(content);
        }
    }

    /** A refusal with one line of text. */
    static void refuse(HttpExchange exchange, int status, String reason) throws IOException {
        byte[] body = OpampEndpoint.text(reason);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static boolean acceptsGzip(HttpExchange exchange) {
        List<String> lines = exchange.getRequestHeaders().get("Accept-Encoding");
        if (lines == null) {
            return false;
        }
        for (String line : lines) {
            for (String part : line.split(",")) {
                String token = part.toLowerCase(Locale.ROOT).replace(" ", "");
                if (token.equals("gzip")
                        || (token.startsWith("gzip;q=") && !token.matches("gzip;q=0(\\.0*)?"))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static byte[] zip(byte[] body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length / 2);
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(body);
        }
        return bytes.toByteArray();
    }
}
