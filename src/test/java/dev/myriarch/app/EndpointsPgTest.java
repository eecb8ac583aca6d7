package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.config.Config;
import dev.myriarch.config.ConfigLoader;
import dev.myriarch.config.Mode;
import dev.myriarch.db.Jdbc;
import dev.myriarch.http.RawClient;
import dev.myriarch.json.Json;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.LogCapture;
import dev.myriarch.testing.QuickstartCopy;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What happens to every request of a whole server, whoever answers it, and in which order. */
class EndpointsPgTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** The only address whose forwarded headers count; another one than that of the clients. */
    private static final String PROXY = "127.0.0.2";

    private static final String CLIENT = "192.0.2.7";
    private static final int MAX_BODY = 2048;
    private static final int FAILURES = 3;

    @TempDir private static Path folder;

    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final LogCapture LOG =
            LogCapture.of(
                    "dev.myriarch.http.AccessLog", new JsonLogFormatter(Optional.of("replica")));
    private static DevServer server;

    private RawClient client;

    @BeforeAll
    static void start() throws IOException {
        Path repository = QuickstartCopy.in(folder.resolve("repository")).folder();
        Path file =
                Files.writeString(
                        folder.resolve("myriarchd.yaml"),
                        """
                        server:
                          metricsListenAddr: ""
                          trustedProxies: [%s/32]
                          maxBodyBytes: %d
                        database: {dsn: "%s"}
                        opamp: {requireEnrollmentToken: true}
                        auth: {loginRatePerIp: %d}
                        """
                                .formatted(
                                        PROXY,
                                        MAX_BODY,
                                        MigrateCommandPgTest.dsn(DATABASE.url()),
                                        FAILURES));
        Config config = new ConfigLoader(Mode.DEVELOPMENT, Map.of()).load(file);
        server =
                DevServer.start(
                        new DevOptions(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                repository,
                                Optional.empty(),
                                config),
                        InstantSource.system(),
                        () -> {});
    }

    @AfterAll
    static void stop() {
        server.close();
        LOG.close();
        DATABASE.close();
    }

    @BeforeEach
    void connect() throws IOException {
        client = from("127.0.0.1");
    }

    @AfterEach
    void disconnect() throws IOException {
        client.close();
    }

    private static RawClient from(String address) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(address, 0));
        socket.connect(new InetSocketAddress(server.url().getHost(), server.url().getPort()));
        socket.setSoTimeout(Math.toIntExact(SOON.toMillis()));
        return new RawClient(socket);
    }

    /**
     * A request and what has to come of it.
     *
     * @param route as the metrics name it
     * @param operation as the access log names it
     * @param level of its line in the log
     */
    record Expected(String request, int status, String route, String operation, String level) {
        String method() {
            return request.substring(0, request.indexOf(' '));
        }
    }

    private static Expected expect(
            String request, String more, int status, String route, String operation) {
        boolean quiet = route.matches("/healthz|/readyz|/v1/opamp");
        return new Expected(
                request + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n",
                status,
                route,
                operation,
                quiet ? "DEBUG" : "INFO");
    }

    static Stream<Expected> everyKindOfAnswer() {
        String large =
                "Content-Type: application/json\r\nContent-Length: " + (MAX_BODY + 1) + "\r\n";
        return Stream.of(
                expect("GET /healthz", "", 200, "/healthz", "-"),
                expect("GET /readyz", "", 200, "/readyz", "-"),
                expect("POST /healthz", "Content-Length: 0\r\n", 405, "/healthz", "-"),
                expect("GET /openapi.yaml", "", 200, "/openapi.yaml", "-"),
                expect("GET /assets/none.js", "", 404, "/", "-"),
                expect(
                        "GET /api/v1/auth/options",
                        "",
                        200,
                        "/api/v1/auth/options",
                        "getLoginOptions"),
                expect("GET /api/v1/nothing", "", 404, "/api", "-"),
                expect("GET /api/v1/agents", "", 401, "/api/v1/agents", "listAgents"),
                expect("PUT /api/v1/agents", "Content-Length: 0\r\n", 405, "/api", "-"),
                expect(
                        "POST /api/v1/auth/login",
                        large,
                        413,
                        "/api/v1/auth/login",
                        "passwordLogin"),
                expect(
                        "POST /v1/opamp",
                        "Content-Type: application/x-protobuf\r\nContent-Length: 0\r\n",
                        401,
                        "/v1/opamp",
                        "-"),
                new Expected(
                        "GET /api/v1/auth/options HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                        421,
                        "/api",
                        "-",
                        "INFO"));
    }

    @ParameterizedTest
    @MethodSource("everyKindOfAnswer")
    void everyAnswerIsNumberedLoggedAndCountedOnceAndHasItsHeaders(Expected expected)
            throws IOException {
        String series =
                "myriarch_http_requests_total{listener=\"main\",method=\"%s\",route=\"%s\",status=\"%dxx\"} "
                        .formatted(expected.method(), expected.route(), expected.status() / 100);
        double before = value(series);

        RawClient.Answer answer = client.send(expected.request()).read();

        assertThat(answer.status()).as(answer.body()).isEqualTo(expected.status());
        String id = answer.header("X-Request-Id").orElseThrow();
        assertThat(UUID.fromString(id).version()).isEqualTo(7);
        assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
        assertThat(answer.header("Referrer-Policy")).contains("no-referrer");
        assertThat(answer.header("Strict-Transport-Security")).isEmpty();
        Map<String, Value> line = logged(id);
        assertThat(line).containsEntry("level", Value.of(expected.level()));
        assertThat(text(line, "message"))
                .contains(" status=" + expected.status() + " ")
                .contains(" client=127.0.0.1 ")
                .endsWith(" operation=" + expected.operation())
                .doesNotContain(id);
        Await.until("it is counted", SOON, () -> value(series) == before + 1);
    }

    /** The only line of the access log about a request. */
    private static Map<String, Value> logged(String id) {
        Await.until("a line of the log", SOON, () -> !lines(id).isEmpty());
        List<String> lines = lines(id);
        assertThat(lines).hasSize(1);
        return ((Value.Mapping) Json.read(lines.getFirst())).entries();
    }

    private static List<String> lines(String id) {
        return LOG.lines().stream()
                .filter(line -> line.contains("\"request_id\":\"" + id + "\""))
                .toList();
    }

    private static double value(String series) {
        try (RawClient other = from("127.0.0.1")) {
            return other.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .read()
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(series))
                    .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A connection is authenticated once; whoever wraps the authenticator has to pass this on. */
    @Test
    void aTokenThatIsRevokedEndsTheConnectionOfItsAgent() {
        String token = server.credentials().enrollmentToken().reveal();
        URI endpoint = URI.create("ws://" + server.url().getAuthority() + "/v1/opamp");
        try (TestAgent agent = TestAgent.connect(endpoint, token, "edge-1")) {
            Await.until("a configuration", SOON, () -> !agent.configs().isEmpty());
            revoked("now()");

            assertThat(agent.closed()).succeedsWithin(SOON).isEqualTo(1008);
        } finally {
            revoked("NULL");
        }
    }

    private static void revoked(String at) {
        int hits =
                DATABASE.database()
                        .update(
                                "UPDATE enrollment_tokens SET revoked_at = " + at,
                                Jdbc.Binder.NONE);
        assertThat(hits).isPositive();
    }

    @Test
    void onlyATrustedProxySaysWhoTheClientIs() throws IOException {
        String request =
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\nX-Forwarded-Proto: https\r\n\r\n"
                        .formatted(CLIENT);
        RawClient.Answer direct = client.send(request).read();
        assertThat(message(direct)).contains(" client=127.0.0.1 ");
        assertThat(direct.header("Strict-Transport-Security")).isEmpty();
        try (RawClient proxy = from(PROXY)) {
            RawClient.Answer forwarded = proxy.send(request).read();
            assertThat(message(forwarded)).contains(" client=" + CLIENT + " ");
            assertThat(forwarded.header("Strict-Transport-Security")).isPresent();
        }
    }

    private static String message(RawClient.Answer answer) {
        return text(logged(answer.header("X-Request-Id").orElseThrow()), "message");
    }

    private static String text(Map<String, Value> line, String field) {
        return line.get(field) instanceof Value.Text text ? text.value() : "";
    }

    /** Nobody who may not send a body makes the server read it. */
    @Test
    void callersAreKnownBeforeTheirBodyIsRead() throws IOException {
        String announced = "Content-Length: 1000\r\n\r\n";
        String body = "Content-Type: application/json\r\n" + announced;
        RawClient.Answer unknown =
                client.send(
                                "POST /api/v1/gitops/actions/sync HTTP/1.1\r\nHost: localhost\r\n"
                                        + body)
                        .read();
        assertThat(unknown.status()).isEqualTo(401);
        try (RawClient agent = from("127.0.0.1")) {
            RawClient.Answer poll =
                    agent.send(
                                    "POST /v1/opamp HTTP/1.1\r\nHost: localhost\r\n"
                                            + "Content-Type: application/x-protobuf\r\n"
                                            + announced)
                            .read();
            assertThat(poll.status()).isEqualTo(401);
        }
        try (RawClient foreign = from("127.0.0.1")) {
            RawClient.Answer misled =
                    foreign.send(
                                    "POST /api/v1/auth/login HTTP/1.1\r\nHost: evil.example\r\n"
                                            + body)
                            .read();
            assertThat(misled.status()).isEqualTo(421);
        }
    }

    @Test
    void guessesAreCountedByClientAndAnsweredLikeAnyOtherRequest() throws IOException {
        try (RawClient proxy = from(PROXY)) {
            List<String> fields =
                    List.of(
                            "Host: localhost",
                            "X-Forwarded-For: " + CLIENT,
                            "Authorization: Bearer myra_" + "x".repeat(32));
            String guess =
                    "GET /api/v1/me HTTP/1.1\r\n%s\r\n\r\n".formatted(String.join("\r\n", fields));
            RawClient.Answer answer = proxy.send(guess).read();
            for (int more = 1; more <= FAILURES && answer.status() == 401; more++) {
                answer = proxy.send(guess).read();
            }
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.header("Retry-After")).isPresent();
            assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
            assertThat(message(answer))
                    .startsWith("GET /api/v1/me status=429 ")
                    .contains(" client=" + CLIENT + " ")
                    .endsWith(" operation=getMe");
            // Another client of the same proxy is not held up.
            RawClient.Answer other =
                    proxy.send(guess.replace(CLIENT, "192.0.2.8").replace("myra_x", "myra_y"))
                            .read();
            assertThat(other.status()).isEqualTo(401);
        }
    }
}
