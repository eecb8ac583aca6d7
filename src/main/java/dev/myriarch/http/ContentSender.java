package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;

/** Answers GET and HEAD with a content, its part, or that the client has it already. */
final class ContentSender {
    private ContentSender() {}

    /**
     * The headers that describe the content, Content-Type among them, are set already.
     *
     * @param etag with its quotes; empty: none
     */
    static void send(HttpExchange exchange, ContentSource source, String etag) throws IOException {
        Headers request = exchange.getRequestHeaders();
        Headers headers = exchange.getResponseHeaders();
        Validators current = new Validators(etag, source.modifiedAt());
        if (!etag.isEmpty()) {
            headers.set("ETag", etag);
        }
        source.modifiedAt().ifPresent(at -> headers.set("Last-Modified", HttpDate.format(at)));
        headers.set("Accept-Ranges", "bytes");
        switch (Preconditions.evaluate(request, current)) {
            case FAILED -> empty(exchange, 412);
            case NOT_MODIFIED -> {
                headers.remove("Content-Type");
                exchange.sendResponseHeaders(304, -1);
                exchange.close();
            }
            case PROCEED -> select(exchange, source, current);
        }
    }

    private static void select(HttpExchange exchange, ContentSource source, Validators current)
            throws IOException {
        Headers request = exchange.getRequestHeaders();
        // Range means something for GET only.
        boolean applies =
                exchange.getRequestMethod().equals("GET")
                        && Preconditions.rangeApplies(request, current);
        RangeSelection selection =
                applies
                        ? RangeSelection.of(
                                request.getOrDefault("Range", List.of()), source.length())
                        : new RangeSelection.Whole();
        String length = "/" + source.length();
        switch (selection) {
            case RangeSelection.Whole _ -> copy(exchange, source, 200, 0, source.length());
            case RangeSelection.Part part -> {
                exchange.getResponseHeaders()
                        .set("Content-Range", "bytes " + part.first() + "-" + part.last() + length);
                copy(exchange, source, 206, part.first(), part.length());
            }
            case RangeSelection.Unsatisfiable _ -> {
                exchange.getResponseHeaders().set("Content-Range", "bytes *" + length);
                empty(exchange, 416);
            }
        }
    }

    private static void copy(
            HttpExchange exchange, ContentSource source, int status, long first, long count)
            throws IOException {
        exchange.sendResponseHeaders(status, count == 0 ? -1 : count);
        if (count > 0 && !exchange.getRequestMethod().equals("HEAD")) {
            source.copy(first, count, exchange.getResponseBody());
        }
        exchange.close();
    }

    /** Without what described the content. */
    private static void empty(HttpExchange exchange, int status) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.remove("Content-Type");
        headers.remove("Content-Encoding");
        headers.remove("Content-Disposition");
        headers.set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }
}
