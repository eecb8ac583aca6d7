package dev.myriarch.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CollectorConfigTest {
    private static final String PARTS =
            """
            receivers: {nop: {}}
            exporters: {nop: {}}
            """;
    private static final String PIPELINE =
            "service: {pipelines: {logs: {receivers: [nop], exporters: [nop]}}}\n";

    @Test
    void smallestConfigurationIsFine() {
        assertThat(codes(PARTS + PIPELINE)).isEmpty();
    }

    @Test
    void onlyTheSectionsOfTheCollectorAreAccepted() {
        assertThat(codes(PARTS + PIPELINE + "receiver: {}\n"))
                .containsExactly("config_invalid_toplevel 4 c.receiver");
        assertThat(codes(PARTS + PIPELINE + "processors: [batch]\n"))
                .containsExactly("config_invalid_toplevel 4 c.processors");
        assertThat(codes(PARTS + PIPELINE + "processors:\n")).isEmpty();
    }

    @Test
    void settingsOfAComponentAreAMapOrNull() {
        assertThat(codes("receivers: {nop: 3}\nexporters: {nop: }\n" + PIPELINE))
                .containsExactly("config_invalid_toplevel 1 c.receivers.nop");
    }

    @Test
    void componentIdsHaveATypeAndPerhapsAName() {
        for (String id : List.of("otlp/a/b", "otlp/ä", "file_log/x-1", "a1_/_")) {
            assertThat(CollectorConfig.isComponentId(id)).as(id).isTrue();
        }
        for (String id : List.of("", "1a", "a-b", "a/", "/a", "a/b c", "a/=", "ä")) {
            assertThat(CollectorConfig.isComponentId(id)).as(id).isFalse();
        }
        assertThat(codes("receivers: {nop: {}, 1a: {}}\nexporters: {nop: {}}\n" + PIPELINE))
                .containsExactly(
                        "invalid_component_id 1 c.receivers.1a",
                        "unused_component 1 c.receivers.1a");
    }

    @Test
    void thereMustBeAPipeline() {
        assertThat(codes(PARTS)).contains("invalid_pipeline 1 c");
        assertThat(codes(PARTS + "service: {}\n")).contains("invalid_pipeline 3 c.service");
        assertThat(codes(PARTS + "service: {pipelines: {}}\n"))
                .contains("invalid_pipeline 3 c.service.pipelines");
        assertThat(codes(PARTS + "service: {pipelines: [logs]}\n"))
                .contains("invalid_pipeline 3 c.service.pipelines");
    }

    @Test
    void pipelinesAreNamedAfterSignals() {
        assertThat(codes(PARTS + PIPELINE.replace("logs:", "log:")))
                .contains("invalid_pipeline 3 c.service.pipelines.log");
        assertThat(codes(PARTS + PIPELINE.replace("logs:", "logs/:")))
                .contains("invalid_pipeline 3 c.service.pipelines.logs/");
        assertThat(codes(PARTS + PIPELINE.replace("logs:", "logs/two:"))).isEmpty();
    }

    @Test
    void pipelineNeedsReceiversAndExporters() {
        assertThat(codes(PARTS + "service: {pipelines: {logs: {receivers: [nop]}}}\n"))
                .contains("invalid_pipeline 3 c.service.pipelines.logs");
        assertThat(codes(PARTS + PIPELINE.replace("exporters: [nop]", "exporters: []")))
                .contains("invalid_pipeline 3 c.service.pipelines.logs.exporters");
        assertThat(codes(PARTS + PIPELINE.replace("exporters: [nop]", "exporters: nop")))
                .contains("invalid_pipeline 3 c.service.pipelines.logs.exporters");
        assertThat(codes(PARTS + PIPELINE.replace("exporters:", "exporter:")))
                .contains("invalid_pipeline 3 c.service.pipelines.logs.exporter");
    }

    @Test
    void everyReferenceMustBeDefined() {
        assertThat(codes(PARTS + PIPELINE.replace("receivers: [nop]", "receivers: [nop, otlp]")))
                .containsExactly("undefined_component 3 c.service.pipelines.logs.receivers[1]");
        assertThat(codes(PARTS + PIPELINE.replace("{pipelines", "{extensions: [x], pipelines")))
                .containsExactly("undefined_component 3 c.service.extensions[0]");
        assertThat(
                        codes(
                                PARTS
                                        + PIPELINE.replace(
                                                "exporters: [nop]",
                                                "exporters: [nop], processors: [batch]")))
                .containsExactly("undefined_component 3 c.service.pipelines.logs.processors[0]");
    }

    @Test
    void processorStandsInAPipelineOnce() {
        assertThat(
                        codes(
                                PARTS
                                        + "processors: {batch: {}}\n"
                                        + PIPELINE.replace(
                                                "exporters: [nop]",
                                                "exporters: [nop], processors: [batch, batch]")))
                .containsExactly("invalid_pipeline 4 c.service.pipelines.logs.processors[1]");
    }

    @Test
    void unusedComponentsAreWarnedOf() {
        List<Finding> findings =
                check("receivers: {nop: {}, otlp: {}}\nexporters: {nop: {}}\n" + PIPELINE);

        assertThat(findings).hasSize(1).allMatch(finding -> !finding.isError());
        assertThat(codes(findings)).containsExactly("unused_component 1 c.receivers.otlp");
    }

    @Test
    void connectorJoinsTwoPipelines() {
        String joined =
                """
                receivers: {nop: {}}
                exporters: {nop: {}}
                connectors: {forward: {}}
                service:
                  pipelines:
                    logs: {receivers: [nop], exporters: [forward]}
                    logs/2: {receivers: [forward], exporters: [nop]}
                """;

        assertThat(codes(joined)).isEmpty();
        assertThat(codes(joined.replace("exporters: [forward]", "exporters: [nop]")))
                .containsExactly("invalid_pipeline 3 c.connectors.forward");
        assertThat(codes(joined.replace("connectors: {forward", "connectors: {nop: {}, forward")))
                .contains("invalid_component_id 3 c.connectors.nop");
    }

    @Test
    void pipelinesMustNotFeedThemselves() {
        String cycle =
                """
                receivers: {nop: {}}
                exporters: {nop: {}}
                connectors: {forward/a: {}, forward/b: {}}
                service:
                  pipelines:
                    logs: {receivers: [nop, forward/b], exporters: [forward/a]}
                    logs/2: {receivers: [forward/a], exporters: [nop, forward/b]}
                """;

        assertThat(codes(cycle))
                .containsExactly(
                        "invalid_pipeline 6 c.service.pipelines.logs",
                        "invalid_pipeline 7 c.service.pipelines.logs/2");
    }

    @Test
    void oddReferencesAreWarnedOf() {
        assertThat(codes("receivers: {nop: {a: ['${x']}}\nexporters: {nop: {}}\n" + PIPELINE))
                .containsExactly("env_syntax 1 c.receivers.nop.a[0]");
    }

    @Test
    void knownComponentSetDecidesWhatExists() {
        ComponentSet components =
                new ComponentSet(
                        Map.of(
                                "receivers", List.of("nop", "hostmetrics", "file_log", "filelog"),
                                "exporters", List.of("nop")));
        String config =
                """
                receivers: {nop: {}, kafka: {}, hostmetrics: {}, filelog: {}, file_log: {}}
                exporters: {nop: {}}
                service:
                  pipelines:
                    logs:
                      receivers: [nop, kafka, hostmetrics, filelog, file_log]
                      exporters: [nop]
                """;

        assertThat(codes(check(config, Optional.of(components))))
                .containsExactly(
                        "unknown_component 1 c.receivers.kafka",
                        "deprecated_component 1 c.receivers.filelog");
    }

    @Test
    void aliasesResolveInBothDirections() {
        ComponentSet old = new ComponentSet(Map.of("receivers", List.of("hostmetrics")));
        ComponentSet fresh = new ComponentSet(Map.of("receivers", List.of("host_metrics")));

        assertThat(component(fresh, "hostmetrics"))
                .hasValueSatisfying(finding -> {
                    assertThat(finding.code()).isEqualTo("deprecated_component");
                    assertThat(finding.isError()).isFalse();
                });
        assertThat(component(old, "host_metrics"))
                .hasValueSatisfying(finding -> {
                    assertThat(finding.code()).isEqualTo("unknown_component");
                    assertThat(finding.isError()).isFalse();
                });
        assertThat(component(old, "hostmetrics")).isEmpty();
        assertThat(component(fresh, "host_metrics")).isEmpty();
    }

    @Test
    void receiverOtlpIsNoAlias() {
        ComponentSet components =
                new ComponentSet(
                        Map.of(
                                "receivers", List.of("otlp"),
                                "exporters", List.of("otlp", "otlp_grpc")));

        assertThat(component(components, "otlp")).isEmpty();
        assertThat(
                        ComponentCheck.check(
                                Optional.of(components),
                                ComponentKind.EXPORTER,
                                "otlp",
                                Origin.NONE))
                .hasValueSatisfying(
                        finding -> assertThat(finding.code()).isEqualTo("deprecated_component"));
    }

    @Test
    void withoutAComponentSetOnlySettledNamesAreCalledDeprecated() {
        assertThat(
                        ComponentCheck.check(
                                Optional.empty(), ComponentKind.EXPORTER, "otlphttp", Origin.NONE))
                .isPresent();
        assertThat(
                        ComponentCheck.check(
                                Optional.empty(),
                                ComponentKind.RECEIVER,
                                "hostmetrics",
                                Origin.NONE))
                .isEmpty();
        assertThat(
                        ComponentCheck.check(
                                Optional.of(new ComponentSet(Map.of())),
                                ComponentKind.RECEIVER,
                                "anything",
                                Origin.NONE))
                .isEmpty();
    }

    private static Optional<Finding> component(ComponentSet components, String receiver) {
        return ComponentCheck.check(
                Optional.of(components), ComponentKind.RECEIVER, receiver, Origin.NONE);
    }

    private static List<String> codes(String yaml) {
        return codes(check(yaml));
    }

    /** Code, line and path of each. */
    private static List<String> codes(List<Finding> findings) {
        return findings.stream()
                .map(finding ->
                        "%s %d %s"
                                .formatted(
                                        finding.code(),
                                        finding.origin().line(),
                                        finding.origin().path()))
                .toList();
    }

    private static List<Finding> check(String yaml) {
        return check(yaml, Optional.empty());
    }

    private static List<Finding> check(String yaml, Optional<ComponentSet> components) {
        List<Finding> findings = new ArrayList<>();
        ConfigNode.MapNode tree =
                ConfigReader.read(
                        YamlReader.read(yaml, YamlLimits.defaults()).getFirst(),
                        new Origin("f.yaml", 1, 1, "Blueprint/b", "c"),
                        findings);
        assertThat(findings).isEmpty();
        return CollectorConfig.check(tree, components, ComponentFields.Basis.NONE);
    }
}
