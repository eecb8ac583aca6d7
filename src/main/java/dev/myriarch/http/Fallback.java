package dev.myriarch.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Plain text answers of the server itself. */
final class Fallback {
    private Fallback() {}

    /** Answers what no context takes: {@code OPTIONS *}, else 404. */
    static void answer(HttpExchange exchange) throws IOException {
        if ("*".equals(exchange.getRequestURI().getRawPath())) {
            exchange.sendResponseHeaders(204, -1);
        } else {
            text(exchange, 404, "there is nothing at this address");
        }
    }

    static void text(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = (text + "\n").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
