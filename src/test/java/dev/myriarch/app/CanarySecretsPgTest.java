package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.auth.Role;
import dev.myriarch.auth.TokenIssuer;
import dev.myriarch.auth.pg.ApiTokenStorePg;
import dev.myriarch.auth.pg.EnrollmentTokenStorePg;
import dev.myriarch.config.ConfigException;
import dev.myriarch.config.ConfigLoader;
import dev.myriarch.config.Mode;
import dev.myriarch.config.Setting;
import dev.myriarch.db.Jdbc;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.LogCapture;
import dev.myriarch.testing.QuickstartCopy;
import dev.myriarch.testing.TestAuthority;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No secret that the server knows or is shown appears in what it writes and answers. */
class CanarySecretsPgTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** Marks every secret of this test; what holds it is a secret or a leak. */
    private static final String CANARY = "CANARY";

    private static final String API_TOKEN = "myra_" + CANARY + "a".repeat(26);
    private static final String ENROLLMENT_TOKEN = "myre_" + CANARY + "b".repeat(26);
    private static final String WRONG_TOKEN = "myra_" + CANARY + "c".repeat(26);
    private static final String WRONG_ENROLLMENT = "myre_" + CANARY + "d".repeat(26);
    private static final String PASSWORD = CANARY + "-password";

    /** What an agent runs with, as somebody wrote it into a local file of the agent. */
    private static final String EFFECTIVE =
            """
            receivers:
              postgresql:
                endpoint: db.example:5432
                username: monitor
                password: CANARY-receiver
            exporters:
              otlphttp:
                endpoint: https://user:CANARY-basic@collector.example
                headers:
                  Authorization: Bearer CANARY-bearer
                  x-api-key: CANARY-key
              kafka:
                auth: {sasl: {username: kafka, password: "CANARY-sasl", mechanism: PLAIN}}
            service:
              pipelines:
                metrics: {receivers: [postgresql], exporters: [otlphttp, kafka]}
            """;

    private static final List<String> READS =
            List.of(
                    "/api/v1/auth/options",
                    "/api/v1/me",
                    "/api/v1/system/info",
                    "/api/v1/stats",
                    "/api/v1/agents",
                    "/api/v1/agents/facets",
                    "/api/v1/fleets",
                    "/api/v1/gitops/status",
                    "/api/v1/gitops/syncs",
                    "/api/v1/agents/not-an-id",
                    "/api/v1/nothing",
                    "/healthz",
                    "/readyz");

    @TempDir private Path folder;

    private final TestDatabase database = TestDatabase.create();
    private final LogCapture log =
            LogCapture.of("dev.myriarch", new JsonLogFormatter(Optional.of("replica")));
    private TestAuthority authority;
    private HttpClient client;
    private CanarySettings secrets;

    @BeforeEach
    void writeSecrets() throws IOException {
        authority = new TestAuthority(folder);
        authority.writeServerFiles(folder);
        client = authority.client().build();
        secrets = new CanarySettings(folder, database.url(), API_TOKEN, PASSWORD);
    }

    @AfterEach
    void close() {
        log.close();
        client.shutdownNow();
        database.close();
    }

    @Test
    void everySettingThatNamesAFileIsKnownToTheTest() {
        List<String> names = ConfigLoader.settings().stream().map(Setting::path).toList();
        assertThat(names)
                .containsAll(CanarySettings.PUBLIC)
                .containsAll(CanarySettings.REFUSED)
                .containsAll(CanarySettings.INLINE);
        assertThat(CanarySettings.secretFiles())
                .extracting(Setting::path)
                .contains("server.tls.keyFile", "auth.oidc.clientSecretFile")
                .hasSizeGreaterThan(10);
        assertThat(ConfigLoader.settings())
                .filteredOn(setting -> setting.type().equals("text"))
                .extracting(Setting::path)
                .filteredOn(name -> name.matches("(?i).*(password|secret|token|dsn|key)"))
                .containsExactlyInAnyOrderElementsOf(CanarySettings.INLINE);
    }

    @Test
    void settingsThatAreRefusedAreNotShown() throws IOException {
        Map<String, String> environment = new HashMap<>(secrets.environment());
        environment.putAll(secrets.refused());
        assertThatThrownBy(() -> start(environment, folder))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        e -> {
                            assertThat(e.problems()).hasSameSizeAs(CanarySettings.REFUSED);
                            assertSecretFree("problems", e.problems().toString());
                        });
        log.lines().forEach(line -> assertSecretFree("log", line));
    }

    private void assertSecretFree(String where, String text) {
        for (String mark : secrets.marks()) {
            assertThat(text).as(where).doesNotContain(mark);
        }
    }

    /** A server with every secret that this version takes. */
    private ProductionServer start(Map<String, String> environment, Path repository)
            throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("myriarchd.yaml"),
                        """
                        server:
                          listenAddr: "127.0.0.1:0"
                          metricsListenAddr: ""
                          publicUrl: https://myriarch.example
                          shutdownTimeout: 5s
                        gitops: {source: "dir:%s"}
                        auth: {bootstrapAdmin: {enabled: true}}
                        """
                                .formatted(repository));
        return ProductionServer.start(
                new ConfigLoader(Mode.PRODUCTION, environment).load(file), InstantSource.system());
    }

    @Test
    void noSecretLeavesTheServer() throws Exception {
        QuickstartCopy repository = QuickstartCopy.in(folder.resolve("repository"));
        StringBuilder seen = new StringBuilder();
        try (ProductionServer server = start(secrets.environment(), repository.folder())) {
            issueTokens();
            URI base = URI.create("https://" + server.address());
            try (TestAgent agent =
                    TestAgent.connect(
                            authority.client().build(),
                            URI.create("wss://" + server.address() + "/v1/opamp"),
                            ENROLLMENT_TOKEN,
                            "edge-1")) {
                Await.until("a configuration", SOON, () -> !agent.configs().isEmpty());
                agent.reportEffective(EFFECTIVE);
                Await.until("the effective configuration", SOON, () -> !effective().isEmpty());
                String detail = "/api/v1/agents/" + agent.id().uuid();
                for (String path :
                        List.of(detail, detail + "/config/effective", detail + "/events")) {
                    String answer = get(base.resolve(path), API_TOKEN);
                    assertThat(answer).as(path).startsWith("200 ");
                    seen.append(answer);
                }
                for (String token : List.of(API_TOKEN, WRONG_TOKEN)) {
                    for (String path : READS) {
                        seen.append(get(base.resolve(path), token));
                    }
                }
                seen.append(get(base.resolve("/v1/opamp"), WRONG_ENROLLMENT));
                String wrong = login(base, PASSWORD + "-wrong");
                assertThat(wrong).startsWith("401 ");
                String right = login(base, PASSWORD);
                assertThat(right).startsWith("200 ");
                seen.append(wrong).append(right);
                seen.append(get(base.resolve("/api/v1/agents?q=" + "x&pageSize=0"), API_TOKEN));
            }
            seen.append(server.metrics().expose());
        }
        seen.append(String.join("", stored()));

        assertThat(seen.toString()).contains("endpoint: db.example:5432", "[REDACTED:");
        assertThat(log.lines()).as("log lines").hasSizeGreaterThan(10);
        assertThat(log.lines()).anyMatch(line -> line.contains("\"request_id\":"));
        log.lines().forEach(line -> assertSecretFree("log", line));
        assertThat(seen.toString()).contains("\"items\"", "myriarch_leader");
        assertSecretFree("answers and rows", seen.toString());
    }

    @Test
    void wrongSettingsAreDescribedWithoutTheirValues() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("wrong.yaml"),
                        """
                        database: {dsn: "postgres://u:%1$s@%1$s host/db", dsnFile: /nowhere}
                        auth:
                          oidc: {enabled: true, clientSecretFile: /%2$s}
                          dev: {enabled: true, password: %1$s}
                        """
                                .formatted(CANARY, "missing"));
        assertThatThrownBy(() -> ConfigFiles.load(Mode.PRODUCTION, Optional.of(file)))
                .isInstanceOf(StartupException.class)
                .satisfies(e -> assertThat(String.valueOf(e.getMessage())).doesNotContain(CANARY));
    }

    private void issueTokens() {
        TokenIssuer issuer =
                new TokenIssuer(
                        new ApiTokenStorePg(database.database()),
                        new EnrollmentTokenStorePg(database.database()),
                        InstantSource.system());
        issuer.ensureEnrollmentToken(ENROLLMENT_TOKEN, "edge", Map.of());
        issuer.ensureApiToken(API_TOKEN, "reader", Role.VIEWER);
    }

    /** What the audit log and the events of agents keep. */
    private List<String> stored() {
        return database.database()
                .list(
                        """
                        SELECT audit_events::text AS line FROM audit_events
                        UNION ALL SELECT agent_events::text FROM agent_events
                        UNION ALL SELECT agents::text FROM agents
                        UNION ALL SELECT agent_listing::text FROM agent_listing
                        UNION ALL SELECT convert_from(body, 'UTF8') FROM effective_configs
                        """,
                        Jdbc.Binder.NONE,
                        row -> row.text("line"));
    }

    private List<String> effective() {
        return database.database()
                .list(
                        "SELECT effective_config_hash AS hash FROM agents WHERE effective_config_hash IS NOT NULL",
                        Jdbc.Binder.NONE,
                        row -> row.text("hash"));
    }

    private String get(URI uri, String token) throws IOException, InterruptedException {
        return text(
                HttpRequest.newBuilder(uri)
                        .timeout(SOON)
                        .header("Authorization", "Bearer " + token)
                        .build());
    }

    private String login(URI base, String password) throws IOException, InterruptedException {
        return text(
                HttpRequest.newBuilder(base.resolve("/api/v1/auth/login"))
                        .timeout(SOON)
                        .header("Content-Type", "application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        "{\"username\":\"admin\",\"password\":\"%s\"}"
                                                .formatted(password)))
                        .build());
    }

    private String text(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.headers().map() + "\n" + answer.body() + "\n";
    }
}
