package dev.myriarch.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.myriarch.metrics.MetricRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** The small pages beside the API: probes, metrics, licences, the contract. Thread-safe. */
final class PlainHandlers {
    private static final String TEXT = "text/plain; charset=utf-8";

    private PlainHandlers() {}

    /** {@code /healthz}: the process answers. */
    static HttpHandler health() {
        return exchange -> answer(exchange, 200, TEXT, "ok\n");
    }

    /** Any path that is not served. */
    static HttpHandler notFound() {
        return exchange -> answer(exchange, 404, TEXT, "not found\n");
    }

    /**
     * {@code /readyz}. The reason for a no is in the log only.
     *
     * @param ready see {@link Readiness}
     */
    static HttpHandler readiness(BooleanSupplier ready) {
        return exchange -> {
            boolean yes = ready.getAsBoolean();
            answer(exchange, yes ? 200 : 503, TEXT, yes ? "ready\n" : "not ready\n");
        };
    }

    /** {@code /metrics}. */
    static HttpHandler metrics(MetricRegistry registry) {
        return exchange -> answer(exchange, 200, MetricRegistry.CONTENT_TYPE, registry.expose());
    }

    /** {@code /licenses}: our licence and those of what ships along. */
    static HttpHandler licences() {
        return exchange ->
                answer(
                        exchange,
                        200,
                        TEXT,
                        resource("META-INF/licenses/LICENSE")
                                + "\n\n"
                                + resource("META-INF/licenses/THIRD_PARTY_NOTICES"));
    }

    /** {@code /openapi.yaml}: the contract of the API. */
    static HttpHandler contract() {
        return exchange ->
                answer(exchange, 200, "application/yaml", resource("META-INF/api/openapi.yaml"));
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = PlainHandlers.class.getClassLoader().getResourceAsStream(name)) {
            if (stream == null) {
                throw new IOException("the program lacks its resource " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Answers GET and HEAD of this path only: contexts match by prefix. */
    static HttpHandler exactly(String path, HttpHandler handler, HttpHandler otherwise) {
        return exchange -> {
            boolean exact = exchange.getRequestURI().getRawPath().equals(path);
            (exact ? readOnly(handler) : otherwise).handle(exchange);
        };
    }

    private static HttpHandler readOnly(HttpHandler handler) {
        return exchange -> {
            String method = exchange.getRequestMethod();
            if (method.equals("GET") || method.equals("HEAD")) {
                handler.handle(exchange);
            } else {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                answer(exchange, 405, TEXT, "this address takes GET and HEAD\n");
            }
        };
    }

    private static void answer(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }
}
