package dev.myriarch.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.myriarch.testing.TestRepository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings and signals are checked for the collector releases of the sample agents. */
final class SettingsOfSamplesTest {
    private static final Path QUICKSTART = Path.of("examples", "quickstart");
    private static final String FLEET =
            "selector: {matchAttributes: {os.type: linux}}\nblueprint: b";

    /** What the pages about blueprints and fleets show, in one repository. */
    private static final TestRepository DOCUMENTED =
            TestRepository.empty()
                    .object(
                            "Blueprint",
                            "base",
                            """
                            parameters:
                              - {name: memoryLimitPercent, type: int, default: 75}
                              - {name: gatewayEndpoint, type: string, default: "gateway:4317"}
                            config:
                              extensions: {health_check: {endpoint: "localhost:13133"}}
                              receivers: {otlp: {protocols: {grpc: {endpoint: "localhost:4317"}, http: }}}
                              processors:
                                memory_limiter:
                                  check_interval: 1s
                                  limit_percentage: "[[ .params.memoryLimitPercent ]]"
                                batch:
                              exporters:
                                otlp_grpc/gateway: {endpoint: "[[ .params.gatewayEndpoint ]]"}
                                otlp_http:
                                  endpoint: "https://[[ attr \\"site.id\\" ]].sites.example.com"
                                  headers: {authorization: "Bearer ${env:TOKEN}"}
                              service:
                                extensions: [health_check]
                                pipelines:
                                  logs:
                                    receivers: [otlp]
                                    processors: [memory_limiter, batch]
                                    exporters: [otlp_grpc/gateway, otlp_http]
                            """)
                    .object(
                            "Blueprint",
                            "b",
                            """
                            extends: base
                            parameters:
                              - {name: appLogPaths, type: list, default: ['/var/log/app/*.log']}
                              - {name: collectEventLog, type: bool, default: false}
                            config:
                              receivers:
                                file_log/app: {include: "[[ .params.appLogPaths ]]"}
                                windows_event_log/application: {channel: application}
                              service:
                                pipelines: {logs: {receivers: [otlp, file_log/app]}}
                            fragments:
                              - name: no-eventlog
                                when: "[[ not .params.collectEventLog ]]"
                                remove: ["receivers::windows_event_log/application"]
                            """)
                    .object("Fleet", "f", FLEET);

    @ParameterizedTest
    @ValueSource(strings = {"0.148.0", "0.149.0", "0.155.0", "0.161.0", "0.162.0", "0.190.0"})
    void quickstartAndTheDocumentedExamplesGiveNoWarning(String version) {
        List<RepositoryFile> files = new ArrayList<>();
        for (RepositoryFile file : quickstart()) {
            String text = new String(file.content(), StandardCharsets.UTF_8);
            files.add(
                    new RepositoryFile(
                            file.path(),
                            text.replace(
                                            "collectorVersion: 0.149.0",
                                            "collectorVersion: " + version)
                                    .getBytes(StandardCharsets.UTF_8)));
        }

        assertThat(new TestRepository(files).issues()).isEmpty();
        assertThat(DOCUMENTED.object("SampleAgent", "s", sample(version)).issues()).isEmpty();
    }

    @Test
    void misspeltSettingIsAWarningWithItsPlaceAndDoesNotKeepTheRevision() {
        SnapshotValidator.Result result =
                minimal("processors: {batch: {timeot: 1s}}", "logs")
                        .object("SampleAgent", "s", sample("0.149.0"))
                        .object("SampleAgent", "t", sample("0.149.0"))
                        .validate();

        assertThat(result.snapshot()).isPresent();
        assertThat(result.issues()).hasSize(1);
        Issue issue = result.issues().getFirst();
        assertThat(issue.code()).isEqualTo("unknown_component_field");
        assertThat(issue.severity()).isEqualTo(Issue.Severity.WARNING);
        assertThat(issue.object()).isEqualTo("Blueprint/b");
        assertThat(issue.file()).isEqualTo("Blueprint-b.yaml");
        assertThat(issue.line()).isPositive();
        assertThat(issue.path()).isEqualTo("spec.config.processors.batch.timeot");
        assertThat(issue.message()).contains("did you mean timeout?").contains("sample agent s");
    }

    @Test
    void wrongSignalKeepsTheRevisionOnlyWhenTheReleaseIsDescribed() {
        TestRepository repository = minimal("processors: {batch: {}}", "traces", "fluentforward");

        assertThat(repository.object("SampleAgent", "s", sample("0.149.0")).validate().snapshot())
                .isEmpty();
        SnapshotValidator.Result between =
                repository.object("SampleAgent", "s", sample("0.152.0")).validate();
        assertThat(between.snapshot()).isPresent();
        assertThat(between.issues()).extracting(Issue::code).containsExactly("unsupported_signal");
    }

    @Test
    void whatIsNotDescribedIsToldOncePerReleaseAndKeepsNothing() {
        TestRepository repository = minimal("processors: {batch: {}}", "logs", "exotic");
        SnapshotValidator.Result result =
                repository
                        .object("SampleAgent", "a", sample("0.149.0"))
                        .object("SampleAgent", "b", sample("0.149.0"))
                        .object("SampleAgent", "c", sample("1.2.0"))
                        .validate();

        assertThat(result.snapshot()).isPresent();
        assertThat(result.issues())
                .extracting(Issue::code, Issue::severity, Issue::file, Issue::path)
                .containsExactly(remark("a"), remark("c"));
        assertThat(result.issues().getFirst().message())
                .isEqualTo(
                        "settings are not described for collector 0.149.0, so they are not checked:"
                                + " receiver exotic");
        assertThat(result.issues().getLast().message())
                .endsWith(": exporter nop, processor batch, receiver exotic");
        assertThat(result.issues().getFirst().line()).isPositive();
    }

    private static Tuple remark(String sample) {
        return tuple(
                "unchecked_settings",
                Issue.Severity.INFO,
                "samples/agents/SampleAgent-%s.yaml".formatted(sample),
                "spec.collectorVersion");
    }

    @Test
    void samplesWithoutAVersionAreToldOnce() {
        TestRepository repository =
                minimal("processors: {batch: {timeot: 1s}}", "logs")
                        .object("SampleAgent", "s", "attributes: {os.type: linux}")
                        .object("SampleAgent", "t", "attributes: {os.type: linux}");

        assertThat(repository.issues()).isEmpty();
        assertThat(repository.remarks())
                .extracting(Issue::message)
                .containsExactly(
                        "settings are not checked for sample agents without collectorVersion, such"
                                + " as this one");
    }

    private static TestRepository minimal(String processors, String signal) {
        return minimal(processors, signal, "nop");
    }

    private static TestRepository minimal(String processors, String signal, String receiver) {
        return TestRepository.empty()
                .blueprint(
                        "b",
                        """
                        receivers: {%3$s: {}}
                        %1$s
                        exporters: {nop: {}}
                        service:
                          pipelines: {%2$s: {receivers: [%3$s], processors: [batch], exporters: [nop]}}
                        """
                                .formatted(processors, signal, receiver))
                .object("Fleet", "f", FLEET);
    }

    private static String sample(String version) {
        return "attributes: {os.type: linux, site.id: s1}\ncollectorVersion: " + version;
    }

    private static List<RepositoryFile> quickstart() {
        try (Stream<Path> files = Files.walk(QUICKSTART)) {
            List<RepositoryFile> read = new ArrayList<>();
            for (Path file : files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
                read.add(
                        new RepositoryFile(
                                QUICKSTART.relativize(file).toString(), Files.readAllBytes(file)));
            }
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
