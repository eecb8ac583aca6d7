package dev.myriarch.http;

import com.sun.net.httpserver.HttpExchange;
import dev.myriarch.base.UuidV7;
import java.time.InstantSource;

/**
 * What is known about a request before it is routed; made once per exchange by whoever asks first.
 *
 * @param requestId in the answer's {@code X-Request-Id}, in problem documents and in logs
 */
public record RequestInfo(String requestId, ClientAddress.Client client) {
    private static final String ATTRIBUTE = "dev.myriarch.http.request";
    private static final String ROUTE = "dev.myriarch.http.route";
    private static final String OPERATION = "dev.myriarch.http.operation";

    /** The info of this exchange; also sets the {@code X-Request-Id} of the answer. */
    public static RequestInfo of(
            HttpExchange exchange, ClientAddress clients, InstantSource clock) {
        if (exchange.getAttribute(ATTRIBUTE) instanceof RequestInfo known) {
            return known;
        }
        String requestId = UuidV7.create(clock.instant()).toString();
        RequestInfo info = new RequestInfo(requestId, clients.resolve(exchange));
        exchange.setAttribute(ATTRIBUTE, info);
        exchange.getResponseHeaders().set("X-Request-Id", requestId);
        return info;
    }

    /** Names the operation for the access log. */
    static void operation(HttpExchange exchange, String operationId) {
        exchange.setAttribute(OPERATION, operationId);
    }

    /** The pattern of the route, with the path before it, for metrics. */
    static void route(HttpExchange exchange, String template) {
        exchange.setAttribute(ROUTE, template);
    }

    /** That of the route, else the path of the context; never what the client sent. */
    static String route(HttpExchange exchange) {
        return exchange.getAttribute(ROUTE) instanceof String template
                ? template
                : exchange.getHttpContext().getPath();
    }

    static String operation(HttpExchange exchange) {
        return exchange.getAttribute(OPERATION) instanceof String operation ? operation : "-";
    }
}
