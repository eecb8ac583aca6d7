package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Writes an {@link ApiResponse} to its exchange, with the headers that every answer has. */
final class ResponseSender {
    private static final System.Logger LOG = System.getLogger(ResponseSender.class.getName());
    private static final String NOTHING_LOADS = "default-src 'none'; frame-ancestors 'none'";

    private ResponseSender() {}

    static void send(HttpExchange exchange, RequestInfo info, ApiResponse response)
            throws IOException {
        SecurityHeaders.addTo(exchange, info.client().secure());
        exchange.getResponseHeaders().set("Content-Security-Policy", NOTHING_LOADS);
        switch (response) {
            case ApiResponse.Bytes bytes -> sendBytes(exchange, bytes);
            case ApiResponse.EventStream stream -> sendEvents(exchange, stream);
            case ApiResponse.Content content -> sendContent(exchange, content);
            case ApiResponse.Stream stream -> sendStream(exchange, stream);
        }
    }

    private static void sendBytes(HttpExchange exchange, ApiResponse.Bytes bytes)
            throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Cache-Control", "no-store");
        if (!bytes.contentType().isEmpty()) {
            headers.set("Content-Type", bytes.contentType());
        }
        addAll(headers, bytes.headers());
        boolean empty = bytes.body().length == 0 || bytes.status() == 204 || bytes.status() == 304;
        exchange.sendResponseHeaders(bytes.status(), empty ? -1 : bytes.body().length);
        if (!empty) {
            exchange.getResponseBody().write(bytes.body());
        }
        exchange.close();
    }

    private static void sendContent(HttpExchange exchange, ApiResponse.Content content)
            throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Cache-Control", "no-store");
        headers.set("Content-Type", content.contentType());
        addAll(headers, content.headers());
        ContentSender.send(exchange, content.source(), content.etag());
    }

    private static void sendStream(HttpExchange exchange, ApiResponse.Stream stream)
            throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Cache-Control", "no-store");
        headers.set("Content-Type", stream.contentType());
        addAll(headers, stream.headers());
        // For this API 0 means unknown and -1 empty.
        long length = stream.length().orElse(0);
        boolean empty = length == 0 && stream.length().isPresent();
        exchange.sendResponseHeaders(200, empty ? -1 : length);
        if (!empty && !exchange.getRequestMethod().equals("HEAD")) {
            stream.body().write(exchange.getResponseBody());
        }
        exchange.close();
    }

    private static void sendEvents(HttpExchange exchange, ApiResponse.EventStream stream)
            throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", "text/event-stream");
        headers.set("Cache-Control", "no-cache");
        headers.set("X-Accel-Buffering", "no");
        addAll(headers, stream.headers());
        exchange.sendResponseHeaders(200, 0);
        if (!exchange.getRequestMethod().equals("HEAD")) {
            Optional<HttpConnection> connection =
                    ServerExchange.of(exchange).map(ServerExchange::connection);
            runStream(exchange, stream.body(), connection);
        }
        exchange.close();
    }

    private static void runStream(
            HttpExchange exchange,
            ApiResponse.EventStreamBody body,
            Optional<HttpConnection> connection)
            throws IOException {
        EventStreamWriter writer = new EventStreamWriter(exchange.getResponseBody());
        Thread thread = Thread.currentThread();
        connection.ifPresent(own -> own.stopSignal().onSignal(thread::interrupt));
        try {
            writer.open();
            body.write(writer);
        } catch (IOException | RuntimeException failure) {
            boolean expected =
                    connection.map(own -> own.broken() || own.stopSignal().given()).orElse(false);
            if (!expected) {
                throw failure;
            }
        } finally {
            writer.end();
            connection.ifPresent(own -> own.stopSignal().clear());
            // The interrupt was for the stream; the end of the answer is still to be written.
            boolean stopped = Thread.interrupted();
            LOG.log(System.Logger.Level.DEBUG, "an event stream ended, stopped: {0}", stopped);
        }
    }

    private static void addAll(Headers headers, Map<String, String> extra) {
        extra.forEach(headers::set);
    }
}
