package dev.myriarch.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SignalCheckTest {
    private static final String CONNECTED =
            """
            receivers: {otlp: {}}
            exporters: {debug: {}}
            connectors: {spanmetrics: {}, routing: {}}
            service:
              pipelines:
                traces: {receivers: [otlp], exporters: [spanmetrics]}
                metrics: {receivers: [spanmetrics], exporters: [debug]}
            """;

    @Test
    void receiverOfLogsStandsInNoPipelineOfMetrics() {
        List<Finding> findings = check(pipeline("metrics/x", "fluentforward", "batch", "debug"));

        assertThat(findings).hasSize(1);
        Finding finding = findings.getFirst();
        assertThat(finding.code()).isEqualTo("unsupported_signal");
        assertThat(finding.isError()).isTrue();
        assertThat(finding.origin().line()).isEqualTo(7);
        assertThat(finding.origin().path()).isEqualTo("c.service.pipelines.metrics/x.receivers[0]");
        assertThat(finding.message())
                .isEqualTo(
                        "the receiver fluentforward handles logs, so it cannot stand in the pipeline"
                                + " metrics/x (collector 0.149.0)");
    }

    @Test
    void processorsAndExportersAreCheckedToo() {
        assertThat(paths(check(pipeline("logs", "otlp", "tail_sampling", "prometheus"))))
                .containsExactly(
                        "c.service.pipelines.logs.processors[0]",
                        "c.service.pipelines.logs.exporters[0]");
    }

    @Test
    void whatFitsOrIsNotDescribedIsNotReported() {
        assertThat(check(pipeline("metrics", "hostmetrics", "batch", "prometheus"))).isEmpty();
        assertThat(check(pipeline("traces", "snmp", "unknown", "other"))).isEmpty();
        assertThat(check(pipeline("profiles", "otlp", "batch", "debug"))).isEmpty();
    }

    @Test
    void withoutAnExactDescriptionItIsAWarning() {
        String config = pipeline("metrics", "fluentforward", "batch", "debug");

        assertThat(check(config, "0.155.0")).hasSize(1).noneMatch(Finding::isError);
        assertThat(check(config, "0.175.0")).hasSize(1).noneMatch(Finding::isError);
        assertThat(check(config, "0.130.0")).isEmpty();
    }

    @Test
    void connectorMustJoinTheSignalsOfItsPipelines() {
        assertThat(check(CONNECTED)).isEmpty();
        assertThat(paths(check(CONNECTED.replace("    metrics: {", "    logs: {"))))
                .containsExactly(
                        "c.service.pipelines.traces.exporters[0]",
                        "c.service.pipelines.logs.receivers[0]");
    }

    @Test
    void everyPipelineOfAConnectorNeedsOnlyOnePartner() {
        String routed =
                """
                receivers: {otlp: {}}
                exporters: {debug: {}}
                connectors: {routing: {}}
                service:
                  pipelines:
                    traces: {receivers: [otlp], exporters: [routing]}
                    logs: {receivers: [otlp], exporters: [routing]}
                    traces/out: {receivers: [routing], exporters: [debug]}
                    logs/out: {receivers: [routing], exporters: [debug]}
                """;

        assertThat(check(routed)).isEmpty();
        assertThat(paths(check(routed.replace("logs/out", "metrics/out"))))
                .containsExactly(
                        "c.service.pipelines.logs.exporters[0]",
                        "c.service.pipelines.metrics/out.receivers[0]");
    }

    private static String pipeline(String id, String receiver, String processor, String exporter) {
        return """
        receivers: {%2$s: {}}
        processors: {%3$s: {}}
        exporters: {%4$s: {}}
        service:
          pipelines:
            %1$s:
              receivers: [%2$s]
              processors: [%3$s]
              exporters: [%4$s]
        """
                .formatted(id, receiver, processor, exporter);
    }

    private static List<String> paths(List<Finding> findings) {
        return findings.stream().map(finding -> finding.origin().path()).toList();
    }

    private static List<Finding> check(String yaml) {
        return check(yaml, "0.149.0");
    }

    private static List<Finding> check(String yaml, String version) {
        return SignalCheck.check(
                FieldCheckTest.read(yaml), ComponentFields.bundled().basis(Optional.of(version)));
    }
}
