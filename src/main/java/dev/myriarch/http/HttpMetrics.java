package dev.myriarch.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import dev.myriarch.metrics.Counter;
import dev.myriarch.metrics.Gauge;
import dev.myriarch.metrics.Histogram;
import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.metrics.MetricType;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/**
 * Metrics of listeners and their requests. Requests are told apart by the pattern of their route,
 * never by what a client sent. Thread-safe.
 */
public final class HttpMetrics {
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private final Map<String, ThreadHttpServer> listeners = new ConcurrentHashMap<>();
    private final Counter requests;
    private final Histogram durations;
    private final Gauge inFlight;

    /** Registers everything; once per registry. */
    public HttpMetrics(MetricRegistry registry) {
        requests =
                registry.counter(
                        "myriarch_http_requests_total",
                        "Requests that were answered.",
                        "listener",
                        "method",
                        "route",
                        "status");
        durations =
                registry.histogram(
                        "myriarch_http_request_duration_seconds",
                        "Time from the head of a request to the end of its answer, without event"
                                + " streams and upgrades.",
                        Histogram.SECONDS,
                        "listener",
                        "route");
        inFlight =
                registry.gauge(
                        "myriarch_http_requests_in_flight",
                        "Requests that are being answered, event streams among them.",
                        "listener");
        connections(registry);
        registry.computed(
                "myriarch_http_refused_requests_total",
                MetricType.COUNTER,
                "Requests that a listener refused before any handler, by status.",
                List.of("listener", "status"),
                this::refused);
        registry.computed(
                "myriarch_http_upgraded_arrivals_total",
                MetricType.COUNTER,
                "Times that something arrived on an idle upgraded connection, by who dealt with it:"
                        + " the event loop at once, or a virtual thread.",
                List.of("listener", "by"),
                this::arrivals);
    }

    private void connections(MetricRegistry registry) {
        perListener(
                registry,
                "myriarch_http_connections",
                "Connections that are open, upgraded ones included.",
                ServerStats::openConnections);
        perListener(
                registry,
                "myriarch_http_upgraded_connections",
                "Connections that are open and were upgraded to WebSocket.",
                ServerStats::upgradedConnections);
        perListener(
                registry,
                "myriarch_http_accepted_connections_total",
                "Connections that were accepted.",
                ServerStats::accepted);
        perListener(
                registry,
                "myriarch_http_refused_connections_total",
                "Connections that were closed at once because too many were open.",
                ServerStats::refused);
        perListener(
                registry,
                "myriarch_http_failed_handshakes_total",
                "Connections that ended before TLS was established.",
                ServerStats::failedHandshakes);
    }

    private Map<List<String>, Double> arrivals() {
        Map<List<String>, Double> values = new HashMap<>();
        listeners.forEach((listener, server) -> {
            ServerStats stats = server.stats();
            values.put(List.of(listener, "loop"), (double) stats.loopArrivals());
            values.put(List.of(listener, "thread"), (double) stats.threadArrivals());
        });
        return values;
    }

    private void perListener(
            MetricRegistry registry, String name, String help, ToLongFunction<ServerStats> value) {
        registry.computed(
                name,
                name.endsWith("_total") ? MetricType.COUNTER : MetricType.GAUGE,
                help,
                List.of("listener"),
                () -> {
                    Map<List<String>, Double> values = new HashMap<>();
                    listeners.forEach((listener, server) ->
                            values.put(
                                    List.of(listener), (double) value.applyAsLong(server.stats())));
                    return values;
                });
    }

    private Map<List<String>, Double> refused() {
        Map<List<String>, Double> values = new HashMap<>();
        listeners.forEach((listener, server) ->
                server.stats()
                        .refusedByStatus()
                        .forEach((status, count) ->
                                values.put(
                                        List.of(listener, status.toString()),
                                        count.doubleValue())));
        return values;
    }

    /** The connections of this listener count from now on. */
    public void watch(String listener, ThreadHttpServer server) {
        listeners.put(listener, server);
    }

    /** Counts the requests of the contexts that it is added to. */
    public Filter requests(String listener) {
        return new Requests(listener);
    }

    private final class Requests extends Filter {
        private final String listener;

        private Requests(String listener) {
            this.listener = listener;
        }

        @Override
        public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
            long start = System.nanoTime();
            inFlight.add(1, listener);
            int status = 500;
            try {
                chain.doFilter(exchange);
                status = exchange.getResponseCode() < 0 ? 500 : exchange.getResponseCode();
            } catch (RequestFailure failure) {
                status = failure.status();
                throw failure;
            } finally {
                inFlight.add(-1, listener);
                count(exchange, status, Duration.ofNanos(System.nanoTime() - start));
            }
        }

        private void count(HttpExchange exchange, int status, Duration took) {
            String method = exchange.getRequestMethod();
            String route = RequestInfo.route(exchange);
            requests.increment(
                    listener,
                    METHODS.contains(method) ? method : "other",
                    route,
                    status / 100 + "xx");
            String type = exchange.getResponseHeaders().getFirst("Content-Type");
            if (status != 101 && !"text/event-stream".equals(type)) {
                durations.observe(took, listener, route);
            }
        }

        @Override
        public String description() {
            return "metrics";
        }
    }
}
