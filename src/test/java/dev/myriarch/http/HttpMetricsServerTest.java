package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpMetricsServerTest {
    private static final Duration WAIT = Duration.ofSeconds(30);

    private final MetricRegistry registry = new MetricRegistry();
    private final CountDownLatch release = new CountDownLatch(1);
    private final TestServer server;

    HttpMetricsServerTest() throws IOException {
        HttpMetrics metrics = new HttpMetrics(registry);
        server = TestServer.bind(HttpLimits.defaults());
        Router router =
                new Router(
                        RouterOptions.of(
                                "/api/v1",
                                100,
                                new ClientAddress(List.of()),
                                InstantSource.system()),
                        List.of(
                                new Route("GET", "/agents/{id}", "getAgent", "read"),
                                new Route("GET", "/events", "events", "read"),
                                new Route("GET", "/waits", "waits", "read")),
                        Map.of(
                                "getAgent",
                                _ -> ApiResponse.noContent(),
                                "events",
                                _ ->
                                        new ApiResponse.EventStream(
                                                events -> events.comment("x"), Map.of()),
                                "waits",
                                _ -> {
                                    awaitRelease();
                                    return ApiResponse.noContent();
                                }),
                        List.of());
        server.http().createContext("/api", router).getFilters().add(metrics.requests("main"));
        server.http()
                .createContext("/", Fallback::answer)
                .getFilters()
                .add(metrics.requests("main"));
        metrics.watch("main", server.http());
        server.http().start();
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        release.countDown();
        server.close();
    }

    private void ask(String method, String path) throws IOException {
        try (RawClient client = server.raw()) {
            client.send(method + " " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
            client.read();
        }
    }

    private void awaitSample(String sample) {
        Await.until(
                sample + " in\n" + registry.expose(),
                WAIT,
                () -> registry.expose().contains("\n" + sample + "\n"));
    }

    private static String requests(String method, String route, String status, int count) {
        return "myriarch_http_requests_total{listener=\"main\",method=\"%s\",route=\"%s\",status=\"%s\"} %d"
                .formatted(method, route, status, count);
    }

    @Test
    void requestsAreToldApartByThePatternOfTheirRoute() throws IOException {
        ask("GET", "/api/v1/agents/one");
        ask("GET", "/api/v1/agents/two");
        ask("GET", "/api/v1/nothing/s3cret");
        ask("GET", "/some/s3cret/page");
        ask("BREW", "/");
        awaitSample(requests("GET", "/api/v1/agents/{id}", "2xx", 2));
        awaitSample(requests("GET", "/api", "4xx", 1));
        awaitSample(requests("GET", "/", "4xx", 1));
        awaitSample(requests("other", "/", "4xx", 1));
        awaitSample(
                "myriarch_http_request_duration_seconds_count{listener=\"main\","
                        + "route=\"/api/v1/agents/{id}\"} 2");
        assertThat(registry.expose()).doesNotContain("s3cret").doesNotContain("BREW");
    }

    @Test
    void anEventStreamIsCountedAndNotTimed() throws IOException {
        ask("GET", "/api/v1/events");
        awaitSample(requests("GET", "/api/v1/events", "2xx", 1));
        assertThat(registry.expose())
                .doesNotContain("seconds_count{listener=\"main\",route=\"/api/v1/events\"}");
    }

    @Test
    void connectionsAndRequestsThatAreServedNowAreShown() throws IOException {
        try (RawClient client = server.raw()) {
            client.send("GET /api/v1/waits HTTP/1.1\r\nHost: a\r\n\r\n");
            awaitSample("myriarch_http_requests_in_flight{listener=\"main\"} 1");
            awaitSample("myriarch_http_connections{listener=\"main\"} 1");
            awaitSample("myriarch_http_upgraded_connections{listener=\"main\"} 0");
            awaitSample("myriarch_http_upgraded_arrivals_total{listener=\"main\",by=\"loop\"} 0");
            release.countDown();
            client.read();
            awaitSample("myriarch_http_requests_in_flight{listener=\"main\"} 0");
            awaitSample("myriarch_http_accepted_connections_total{listener=\"main\"} 1");
        }
    }

    @Test
    void whatTheListenerRefusesIsCountedByStatus() throws IOException {
        ask("GET", "/%zz");
        ask("GET", "/" + "a".repeat(9000));
        awaitSample("myriarch_http_refused_requests_total{listener=\"main\",status=\"400\"} 1");
        awaitSample("myriarch_http_refused_requests_total{listener=\"main\",status=\"414\"} 1");
    }
}
