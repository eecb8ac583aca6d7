package dev.myriarch.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {
    private static final String PRODUCTION =
            """
            server:
              publicUrl: https://myriarch.example/
              tls: {terminatedUpstream: true}
            database:
              dsn: postgres://u:hunter2@h/d
            auth:
              bootstrapAdmin: {enabled: true, tokenFile: /run/secrets/token}
            """;

    @TempDir private Path folder;

    @Test
    void productionFileIsAccepted() {
        Config config = load(Mode.PRODUCTION, PRODUCTION, Map.of());
        assertThat(config.server().publicUrl()).isEqualTo("https://myriarch.example");
        assertThat(config.database().readDsn().orElseThrow().reveal())
                .isEqualTo("postgres://u:hunter2@h/d");
        assertThat(config.toString()).doesNotContain("hunter2");
        assertThat(config.opamp().timing().offlineAfter()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void everyProblemIsInOneError() {
        ConfigException failure =
                failure(
                        Mode.DEVELOPMENT,
                        """
                        server:
                          publicURL: https://x
                          maxBodyBytes: many
                        opamp: []
                        whatever: 1
                        """,
                        Map.of("MYRIARCH_SERVER_PUBLIC_URI", "x"));
        assertThat(failure.problems())
                .extracting(Problem::toString)
                .containsExactly(
                        "server.maxBodyBytes: must be an integer from 1024 to 67108864 (line 3,"
                                + " column 17)",
                        "server.publicURL: unknown key; did you mean publicUrl? (line 2, column 3)",
                        "opamp: must be a map of settings (line 4, column 8)",
                        "whatever: unknown key; known are artifacts, auth, database, executors,"
                                + " gitops, ha, install, notifications, opamp, outbound, releases,"
                                + " retention, rollouts, server, telemetry (line 5, column 1)",
                        "MYRIARCH_SERVER_PUBLIC_URI: no setting has this variable; did you mean"
                                + " MYRIARCH_SERVER_PUBLIC_URL?");
        assertThat(failure)
                .hasMessageStartingWith("the configuration has 5 problems:\n  server.maxBodyBytes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "server: {maxBodyBytes: \"4096\"} | server.maxBodyBytes",
                "server: {maxBodyBytes: 1.5} | server.maxBodyBytes",
                "server: {maxBodyBytes: 1} | server.maxBodyBytes",
                "server: {maxBodyBytes: 99999999999999999999} | server.maxBodyBytes",
                "server: {accessLog: yes please} | server.accessLog",
                "server: {accessLog: \"true\"} | server.accessLog",
                "server: {accessLog: 1} | server.accessLog",
                "server: {shutdownTimeout: 30} | server.shutdownTimeout",
                "server: {shutdownTimeout: 30 s} | server.shutdownTimeout",
                "server: {shutdownTimeout: -30s} | server.shutdownTimeout",
                "server: {shutdownTimeout: 0} | server.shutdownTimeout",
                "server: {listenAddr: 8080} | server.listenAddr",
                "server: {listenAddr: \"\"} | server.listenAddr",
                "server: {listenAddr: \":99999\"} | server.listenAddr",
                "server: {trustedProxies: 10.0.0.0/8} | server.trustedProxies",
                "server: {trustedProxies: [10]} | server.trustedProxies",
                "server: {trustedProxies: [10.0.0.0/33]} | server.trustedProxies",
                "server: {trustedProxies: [host/8]} | server.trustedProxies",
                "server: {publicUrl: ftp://x} | server.publicUrl",
                "server: {publicUrl: https://u:p@x} | server.publicUrl",
                "server: {publicUrl: https://x/?a=b} | server.publicUrl",
                "server: {publicUrl: [a]} | server.publicUrl",
                "server: {tls: {minVersion: \"1.1\"}} | server.tls.minVersion",
                "server: {tls: {certFile: a}} | server.tls",
                "server: {tls: {certFile: a, keyFile: b, terminatedUpstream: true}} |"
                        + " server.tls.terminatedUpstream",
                "server: {tls: {clientCaFile: a}} | server.tls.clientCaFile",
                "server: {metricsListenAddr: \"127.0.0.1:8080\"} | server.metricsListenAddr",
                "database: {dsn: a, dsnFile: b} | database",
                "ha: {leaderSessionTimeout: 9s} | ha.leaderSessionTimeout",
                "ha: {heartbeatInterval: 11s} | ha.heartbeatInterval",
                "ha: {replicaTimeout: 15s} | ha.replicaTimeout",
                "ha: {replicaId: a b} | ha.replicaId",
                "retention: {audit: 59m} | retention.audit",
                "artifacts: {agentBaseUrls: [\"https://x\", \"https://x/y\"]} |"
                        + " artifacts.agentBaseUrls",
                "artifacts: {agentBaseUrls: [\"https://x//\"]} | artifacts.agentBaseUrls",
                "artifacts: {agentBaseUrls: [\"\"]} | artifacts.agentBaseUrls",
                "artifacts: {agentBaseUrls: [\"ws://x\"]} | artifacts.agentBaseUrls",
                "artifacts: {agentBaseUrls: [\"https://u@x\"]} | artifacts.agentBaseUrls",
                "retention: {unreferencedConfig: 1s} | retention.unreferencedConfig",
                "opamp: {path: v1} | opamp.path",
                "opamp: {path: /api/v1} | opamp.path",
                "opamp: {offlineAfter: 30s} | opamp.offlineAfter",
                "opamp: {requireClientCert: true} | opamp.requireClientCert",
                "{server: {trustedProxies: [10.0.0.0/8]}, opamp: {clientCertHeader: X-Cert}} |"
                        + " opamp.clientCertHeader",
                "{server: {tls: {clientCaFile: a}}, opamp: {clientCertHeader: X-Cert}} |"
                        + " opamp.clientCertHeader",
                "{server: {trustedProxies: [10.0.0.0/8], tls: {clientCaFile: a}},"
                        + " opamp: {clientCertHeader: X Cert}} | opamp.clientCertHeader",
                "gitops: {source: http://x} | gitops.source",
                "gitops: {source: https://u:p@x/y} | gitops.source",
                "gitops: {source: ssh://git@x/y} | gitops.auth",
                "gitops: {path: a/../../b} | gitops.path",
                "gitops: {branch: \" \"} | gitops.branch",
                "auth: {sessionIdleTimeout: 13h} | auth.sessionIdleTimeout",
                "auth: {bootstrapAdmin: {enabled: true}} | auth.bootstrapAdmin",
                "auth: {defaultRole: root} | auth.defaultRole",
                "auth: {oidc: {roleMapping: {a: root}}} | auth.oidc.roleMapping.a",
                "auth: {oidc: {enabled: true, clientId: x}} | auth.oidc.issuer",
                "rollouts: {defaultTimezone: Mars} | rollouts.defaultTimezone",
                "install: {platforms: [linux]} | install.platforms",
                "executors: {secretHosts: {a: b}} | executors.secretHosts.a",
                "notifications: {channels: [{name: a}]} | notifications.channels[0].urlFile",
                "notifications: {channels: [{nam: a, urlFile: b}]} | notifications.channels[0].nam",
                "notifications: {channels: [a]} | notifications.channels[0]",
            })
    void wrongValueIsAProblemOfItsKey(String yaml, String path) {
        assertThat(failure(Mode.DEVELOPMENT, yaml, Map.of()).problems())
                .extracting(Problem::path)
                .contains(path);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MYRIARCH_SERVER_PUBLIC_URL | http://x | server.publicUrl",
                "MYRIARCH_SERVER_TLS_TERMINATED_UPSTREAM | false | server.tls",
                "MYRIARCH_AUTH_DEV_ENABLED | true | auth.dev.enabled",
                "MYRIARCH_AUTH_COOKIE_SECURE | false | auth.cookieSecure",
                "MYRIARCH_AUTH_BOOTSTRAP_ADMIN_ENABLED | false | auth",
                "MYRIARCH_OPAMP_REQUIRE_ENROLLMENT_TOKEN | false | opamp.requireEnrollmentToken",
                "MYRIARCH_OPAMP_COMPRESSION | true | opamp.compression",
                "MYRIARCH_ARTIFACTS_SOURCE_BASE_URL | http://x | artifacts.sourceBaseUrl",
                "MYRIARCH_ARTIFACTS_AGENT_BASE_URLS | https://x,http://y | artifacts.agentBaseUrls",
                "MYRIARCH_DATABASE_DSN | '' | database.dsn",
            })
    void productionRefusesWhatIsUnsafe(String variable, String value, String path) {
        assertThat(failure(Mode.PRODUCTION, PRODUCTION, Map.of(variable, value)).problems())
                .singleElement()
                .extracting(Problem::path)
                .isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({
        "MYRIARCH_OPAMP_COMPRESSION, true, MYRIARCH_OPAMP_ACKNOWLEDGE_COMPRESSION",
        "MYRIARCH_ARTIFACTS_SOURCE_BASE_URL, http://x, MYRIARCH_ARTIFACTS_ALLOW_INSECURE_SOURCE",
        "MYRIARCH_ARTIFACTS_AGENT_BASE_URLS, http://x,"
                + " MYRIARCH_ARTIFACTS_ALLOW_INSECURE_AGENT_BASE_URLS",
    })
    void acknowledgedRiskIsAccepted(String variable, String value, String acknowledgement) {
        Map<String, String> variables = Map.of(variable, value, acknowledgement, "true");
        assertThat(load(Mode.PRODUCTION, PRODUCTION, variables).mode()).isEqualTo(Mode.PRODUCTION);
    }

    @Test
    void emptyProductionConfigurationSaysAllThatIsMissing() {
        assertThat(failure(Mode.PRODUCTION, "", Map.of()).problems())
                .extracting(Problem::path)
                .containsExactly("server.publicUrl", "server.tls", "database.dsn", "auth");
    }

    @Test
    void referencesArePutIn() {
        Config config =
                load(
                        Mode.DEVELOPMENT,
                        """
                        server:
                          maxBodyBytes: ${BYTES}
                          publicUrl: "http://${HOST:-localhost}:${PORT:-80}"
                          accessLog: "${LOG}"
                        gitops:
                          branch: "$${HOST}-$1-${EMPTY:-main}"
                        """,
                        Map.of("BYTES", "4096", "PORT", "81", "LOG", "false", "EMPTY", ""));
        assertThat(config.server().http().maxBodyBytes()).isEqualTo(4096);
        assertThat(config.server().publicUrl()).isEqualTo("http://localhost:81");
        assertThat(config.server().accessLog()).isFalse();
        assertThat(config.gitops().branch()).isEqualTo("${HOST}-$1-main");
    }

    @Test
    void valueOfAVariableIsNotReadForReferences() {
        Config config =
                load(
                        Mode.DEVELOPMENT,
                        "gitops: {branch: \"${A}\"}",
                        Map.of("A", "${B}", "B", "wrong"));
        assertThat(config.gitops().branch()).isEqualTo("${B}");
    }

    @Test
    void missingVariableIsOneProblem() {
        assertThat(
                        failure(Mode.DEVELOPMENT, "server: {maxBodyBytes: \"${NOPE}\"}", Map.of())
                                .problems())
                .singleElement()
                .hasToString(
                        "server.maxBodyBytes: the variable NOPE is not set; set it or write"
                                + " ${NOPE:-default}");
        assertThat(failure(Mode.DEVELOPMENT, "gitops: {branch: \"${a b}\"}", Map.of()).problems())
                .singleElement()
                .extracting(Problem::path)
                .isEqualTo("gitops.branch");
    }

    @Test
    void variablesOfOthersAreLeftAlone() {
        Map<String, String> variables = new HashMap<>();
        variables.put("MYRIARCH_DEV_POSTGRES_BIN", "/x");
        variables.put("MYRIARCH_SECRET_AWX_TOKEN", "x");
        variables.put("MYRIARCH_SERVICE_HOST", "10.0.0.1");
        variables.put("MYRIARCH_SERVICE_PORT", "8080");
        variables.put("MYRIARCH_SERVICE_PORT_HTTP", "8080");
        variables.put("MYRIARCH_PORT", "tcp://10.0.0.1:8080");
        variables.put("MYRIARCH_PORT_8080_TCP", "tcp://10.0.0.1:8080");
        variables.put("MYRIARCH_PORT_8080_TCP_ADDR", "10.0.0.1");
        variables.put("MYRIARCH_POSTGRES_SERVICE_HOST", "10.0.0.2");
        variables.put("MYRIARCH_POSTGRES_PORT_5432_TCP_PROTO", "tcp");
        variables.put("PATH", "/bin");
        assertThat(load(Mode.DEVELOPMENT, "", variables))
                .isEqualTo(load(Mode.DEVELOPMENT, "", Map.of()));
        variables.put("MYRIARCH_PORT", "8080");
        assertThat(failure(Mode.DEVELOPMENT, "", variables).problems())
                .singleElement()
                .extracting(Problem::path)
                .isEqualTo("MYRIARCH_PORT");
    }

    @Test
    void nothingBehindAKeyIsTheDefault() {
        assertThat(load(Mode.DEVELOPMENT, "server:\n  publicUrl:\nopamp:\n", Map.of()))
                .isEqualTo(load(Mode.DEVELOPMENT, "# empty\n", Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: [", "- a", "text", "a: 1\n---\nb: 2", "server: {}\nserver: {}"})
    void textThatIsNoSingleMapIsRefused(String yaml) {
        assertThat(failure(Mode.DEVELOPMENT, yaml, Map.of()).problems()).hasSize(1);
    }

    @Test
    void databaseSectionLoadsAlone() throws IOException {
        Path file =
                write(
                        "myriarchd.yaml",
                        """
                        server: {publicUrl: "${NOT_HERE}", unknown: 1}
                        database: {dsn: "postgres://u:${PASSWORD}@h/d"}
                        """);
        Map<String, String> variables =
                Map.of(
                        "PASSWORD",
                        "pw",
                        "MYRIARCH_DATABASE_MAX_CONNS",
                        "7",
                        "MYRIARCH_SERVER_NOT_A_KEY",
                        "x");
        DatabaseConfig database =
                new ConfigLoader(Mode.PRODUCTION, variables).loadDatabase(Optional.of(file));
        assertThat(database.maxConns()).isEqualTo(7);
        assertThat(database.readDsn().orElseThrow().reveal()).isEqualTo("postgres://u:pw@h/d");
        ConfigLoader wrong =
                new ConfigLoader(Mode.PRODUCTION, Map.of("MYRIARCH_DATABASE_DNS", "x"));
        assertThat(
                        catchThrowableOfType(
                                ConfigException.class, () -> wrong.loadDatabase(Optional.empty())))
                .hasMessageContaining("did you mean MYRIARCH_DATABASE_DSN?");
    }

    @Test
    void secretsComeFromTheirFiles() throws IOException {
        Path dsn = write("dsn", "  postgres://u:p@h/d\n");
        Path file = write("myriarchd.yaml", "database: {dsnFile: \"%s\"}\n".formatted(dsn));
        ConfigLoader loader = new ConfigLoader(Mode.DEVELOPMENT, Map.of());
        assertThat(loader.load(file).database().readDsn().orElseThrow().reveal())
                .isEqualTo("postgres://u:p@h/d");
        assertThat(loader.secretFiles(file))
                .containsExactly(new SecretFile("database.dsnFile", dsn));
    }

    @Test
    void secretFileThatIsEmptyMissingOrLargeIsAProblemOfItsKey() throws IOException {
        List<Path> files =
                List.of(
                        write("empty", " \n"),
                        folder.resolve("missing"),
                        write("large", "x".repeat(70_000)),
                        folder);
        for (Path file : files) {
            SecretFile secret = new SecretFile("gitops.auth.tokenFile", file);
            assertThat(catchThrowableOfType(ConfigException.class, secret::read).problems())
                    .singleElement()
                    .satisfies(problem -> {
                        assertThat(problem.path()).isEqualTo("gitops.auth.tokenFile");
                        assertThat(problem.message()).contains(file.toString());
                    });
        }
    }

    @Test
    void fileThatIsNotThereIsNamed() {
        Path missing = folder.resolve("missing.yaml");
        ConfigLoader loader = new ConfigLoader(Mode.DEVELOPMENT, Map.of());
        assertThat(catchThrowableOfType(ConfigException.class, () -> loader.load(missing)))
                .hasMessageContaining(missing + " does not exist");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static Config load(Mode mode, String yaml, Map<String, String> variables) {
        return new ConfigLoader(mode, variables).load(yaml);
    }

    private static ConfigException failure(Mode mode, String yaml, Map<String, String> variables) {
        return catchThrowableOfType(ConfigException.class, () -> load(mode, yaml, variables));
    }
}
