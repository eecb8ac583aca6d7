package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.config.Config;
import dev.myriarch.config.Mode;
import dev.myriarch.db.Jdbc;
import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The reference page is generated from a running server; {@code -Dgolden.update=true} writes it.
 */
class MetricsReferencePgTest {
    private static final Path PAGE = Path.of("docs/reference/metrics.md");
    private static final Pattern NAME = Pattern.compile("myriarch_[a-z0-9_]+");

    private static final String INTRODUCTION =
            """
            # Metrics

            Every metric that `myriarchd` serves at `/metrics`, in the Prometheus text format. This page is
            generated from the program; a test compares it. A metric with labels shows a series when
            its label values occur for the first time; a metric has at most 1,000 series, further label
            values count for the series `other`.

            | Metric | Type | Labels | Meaning |
            | --- | --- | --- | --- |
            """;

    @TempDir private Path folder;

    private final TestDatabase database = TestDatabase.create();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void referencePageIsCurrent() throws IOException {
        List<MetricRegistry.Definition> definitions;
        String exposed;
        try (ProductionServer server = ProductionServer.start(config(), InstantSource.system())) {
            definitions = server.metrics().definitions();
            exposed = server.metrics().expose();
        }
        String page = page(definitions);
        if (Boolean.getBoolean("golden.update")) {
            assertThat(System.getenv("CI")).as("not rewritten in CI").isNotEqualTo("true");
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).as("-Dgolden.update=true writes it").isRegularFile();
        assertThat(Files.readString(PAGE)).isEqualTo(page);
        assertThat(exposed).contains("\nmyriarch_build_info{", "\nmyriarch_jvm_threads ");
    }

    @Test
    void aRunningServerRemovesOldDataAndCountsIt() throws IOException {
        database.database()
                .update(
                        """
                        INSERT INTO audit_events (at, actor, action, target_type, target_id, result)
                        VALUES ('2001-01-01', 'a', 'b', 'c', 'd', 'success')
                        """,
                        Jdbc.Binder.NONE);
        try (ProductionServer server = ProductionServer.start(config(), InstantSource.system())) {
            Await.until(
                    "a run of housekeeping",
                    Duration.ofSeconds(60),
                    () ->
                            server.metrics()
                                    .expose()
                                    .contains(
                                            "myriarch_job_runs_total{job=\"housekeeping\",result=\"success\"}"));
            assertThat(server.metrics().expose())
                    .contains("myriarch_housekeeping_deleted_total{data=\"audit_events\"} 1\n");
        }
    }

    @Test
    void everyMetricThatAPageNamesExists() throws IOException {
        String reference = Files.readString(PAGE);
        TreeSet<String> unknown = new TreeSet<>();
        for (Path page : List.of(Path.of("docs/operate"), Path.of("docs/concepts"))) {
            try (Stream<Path> pages = Files.walk(page)) {
                for (Path each : pages.filter(Files::isRegularFile).toList()) {
                    NAME.matcher(Files.readString(each))
                            .results()
                            .map(match -> match.group())
                            // The channel of the bus in PostgreSQL.
                            .filter(name -> !name.equals("myriarch_events"))
                            .filter(name -> !reference.contains("| `" + name + "` |"))
                            .forEach(unknown::add);
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    private Config config() throws IOException {
        Files.createDirectories(folder.resolve("repository"));
        Files.writeString(folder.resolve("dsn"), MigrateCommandPgTest.dsn(database.url()));
        Files.writeString(folder.resolve("token"), "myra_" + "t".repeat(32));
        Path file =
                Files.writeString(
                        folder.resolve("myriarchd.yaml"),
                        """
                        server:
                          listenAddr: "127.0.0.1:0"
                          metricsListenAddr: "127.0.0.1:0"
                          publicUrl: https://myriarch.example
                          shutdownTimeout: 5s
                          tls: {terminatedUpstream: true}
                        database: {dsnFile: %1$s/dsn}
                        gitops: {source: "dir:%1$s/repository"}
                        auth: {bootstrapAdmin: {enabled: true, tokenFile: %1$s/token}}
                        """
                                .formatted(folder));
        return ConfigFiles.load(Mode.PRODUCTION, Optional.of(file));
    }

    private static String page(List<MetricRegistry.Definition> definitions) {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (MetricRegistry.Definition metric : definitions) {
            page.append(
                    "| `%s` | %s | %s | %s |\n"
                            .formatted(
                                    metric.name(),
                                    metric.type().text(),
                                    String.join(
                                            ", ",
                                            metric.labels().stream()
                                                    .map(label -> "`" + label + "`")
                                                    .toList()),
                                    metric.help().replace("|", "\\|")));
        }
        return page.toString();
    }
}
