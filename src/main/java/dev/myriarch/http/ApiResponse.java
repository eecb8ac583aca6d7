package dev.myriarch.http;

import dev.myriarch.base.Value;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** What a handler answers with. Header names are written as given. */
public sealed interface ApiResponse {
    /** Extra headers of the answer. */
    Map<String, String> headers();

    /** A body of known length; empty means no body (204 and 304 never have one). */
    record Bytes(int status, String contentType, byte[] body, Map<String, String> headers)
            implements ApiResponse {
        public Bytes {
            headers = Map.copyOf(headers);
        }
    }

    /** A server-sent event stream; the body runs on the thread of the exchange until it returns. */
    record EventStream(EventStreamBody body, Map<String, String> headers) implements ApiResponse {
        public EventStream {
            headers = Map.copyOf(headers);
        }
    }

    /**
     * A download of known length: conditions and a range of the request are honoured (200, 206,
     * 304, 412, 416), for GET and HEAD. A client that takes less than 64 KiB in the write timeout
     * of the listener is cut off.
     *
     * @param etag strong, with its quotes; empty: none
     */
    record Content(
            ContentSource source, String contentType, String etag, Map<String, String> headers)
            implements ApiResponse {
        public Content {
            headers = Map.copyOf(headers);
        }
    }

    /**
     * A body that is made while it is sent. One that fails in the middle cuts the connection, so
     * that the client notices.
     *
     * @param length exact; empty when it is not known
     */
    record Stream(
            String contentType, OptionalLong length, StreamBody body, Map<String, String> headers)
            implements ApiResponse {
        public Stream {
            headers = Map.copyOf(headers);
        }
    }

    /** Writes a body; a write waits until the client has taken what was written before. */
    @FunctionalInterface
    interface StreamBody {
        void write(OutputStream out) throws IOException;
    }

    /**
     * Writes events until the client is gone (an {@link IOException}) or the server stops, when the
     * thread of the exchange is interrupted.
     */
    @FunctionalInterface
    interface EventStreamBody {
        void write(SseWriter events) throws IOException;
    }

    static ApiResponse noContent() {
        return new Bytes(204, "", new byte[0], Map.of());
    }

    static ApiResponse json(Value value) {
        return json(200, value);
    }

    static ApiResponse json(int status, Value value) {
        return new Bytes(
                status,
                "application/json",
                dev.myriarch.json.Json.write(value).getBytes(StandardCharsets.UTF_8),
                Map.of());
    }

    static ApiResponse text(String contentType, String text) {
        return new Bytes(200, contentType, text.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** This answer with one more header. */
    default ApiResponse withHeader(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers());
        all.put(name, value);
        return switch (this) {
            case Bytes bytes -> new Bytes(bytes.status(), bytes.contentType(), bytes.body(), all);
            case EventStream stream -> new EventStream(stream.body(), all);
            case Content content ->
                    new Content(content.source(), content.contentType(), content.etag(), all);
            case Stream stream ->
                    new Stream(stream.contentType(), stream.length(), stream.body(), all);
        };
    }
}
