package dev.myriarch.live.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.auth.Caller;
import dev.myriarch.auth.Principal;
import dev.myriarch.auth.Role;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.http.ApiFilter;
import dev.myriarch.live.LiveHub;
import dev.myriarch.testing.ApiServer;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.DirectBus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LiveServerTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final DirectBus bus = new DirectBus();
    private final AtomicBoolean valid = new AtomicBoolean(true);
    private final LiveHub hub = new LiveHub(bus, InstantSource.system(), new LiveHub.Limits(1, 1));
    private ApiServer server;

    @BeforeEach
    void start() throws IOException {
        ApiFilter signedIn =
                (request, next) -> {
                    request.attribute(
                            Caller.class,
                            new Caller(
                                    new Principal("user:1", "Alice", Role.VIEWER),
                                    Optional.empty(),
                                    valid::get));
                    return next.handle(request);
                };
        server =
                ApiServer.start(
                        new LiveHandlers(hub, InstantSource.system(), Duration.ofMillis(50))
                                .handlers(),
                        List.of(signedIn));
    }

    @AfterEach
    void stop() {
        hub.close();
        server.close();
    }

    @Test
    void eventsArriveAndPingsKeepTheConnectionOpen() throws Exception {
        HttpResponse<InputStream> response = open();
        try (BufferedReader lines = lines(response)) {
            awaitClients(1);

            bus.publish(new BusEvent.AgentStateChanged(List.of(new AgentId(new UUID(0, 1)))));

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
            assertThat(response.headers().firstValue("Cache-Control")).contains("no-cache");
            assertThat(response.headers().firstValue("X-Accel-Buffering")).contains("no");
            assertThat(until(lines, "event: agent.updated")).isTrue();
            assertThat(lines.readLine())
                    .isEqualTo("data: {\"id\":\"00000000-0000-0000-0000-000000000001\"}");
            assertThat(until(lines, ": ping")).isTrue();
        }
        awaitClients(0);
    }

    @Test
    void aRevokedCredentialEndsTheStream() throws Exception {
        try (BufferedReader lines = lines(open())) {
            awaitClients(1);

            valid.set(false);

            assertThat(until(lines, "never sent")).isFalse();
        }
        awaitClients(0);
    }

    @Test
    void theEndOfTheHubEndsTheStream() throws Exception {
        try (BufferedReader lines = lines(open())) {
            awaitClients(1);

            hub.close();

            assertThat(until(lines, "never sent")).isFalse();
        }
    }

    @Test
    void oneClientTooManyIsUnavailable() throws Exception {
        try (BufferedReader lines = lines(open())) {
            awaitClients(1);

            HttpResponse<String> second = server.get("/events/stream");

            assertThat(second.statusCode()).isEqualTo(503);
            assertThat(second.body()).contains("too many live streams");
            assertThat(until(lines, ": ping")).isTrue();
        }
    }

    private HttpResponse<InputStream> open() throws Exception {
        return server.client()
                .send(
                        server.request("/events/stream").build(),
                        HttpResponse.BodyHandlers.ofInputStream());
    }

    private static BufferedReader lines(HttpResponse<InputStream> response) {
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    /** Reads until a line; false at the end of the stream. */
    private static boolean until(BufferedReader lines, String wanted) throws IOException {
        String line = lines.readLine();
        while (line != null && !line.equals(wanted)) {
            line = lines.readLine();
        }
        return line != null;
    }

    private void awaitClients(int count) {
        Await.until(count + " clients", LIMIT, () -> hub.clients() == count);
    }
}
