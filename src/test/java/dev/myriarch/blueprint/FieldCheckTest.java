package dev.myriarch.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Against the descriptions that come with the program. */
final class FieldCheckTest {
    private static final String DESCRIBED = "0.149.0";

    @Test
    void misspeltSettingIsReportedWithTheNearestOne() {
        Finding finding =
                only(
                        """
                        processors:
                          memory_limiter:
                            check_intervall: 1s
                            limit_mib: 512
                        """);

        assertThat(finding.code()).isEqualTo("unknown_component_field");
        assertThat(finding.isError()).isFalse();
        assertThat(finding.origin().file()).isEqualTo("f.yaml");
        assertThat(finding.origin().line()).isEqualTo(3);
        assertThat(finding.origin().path())
                .isEqualTo("c.processors.memory_limiter.check_intervall");
        assertThat(finding.message())
                .isEqualTo(
                        "the processor memory_limiter has no setting \"check_intervall\" in collector"
                                + " 0.149.0; did you mean check_interval?");
    }

    @Test
    void misspeltSettingIsFoundDeepInside() {
        Finding finding =
                only(
                        """
                        receivers:
                          otlp/in:
                            protocols:
                              grpc:
                                endpont: 127.0.0.1:4317
                        """);

        assertThat(finding.code()).isEqualTo("unknown_component_field");
        assertThat(finding.message())
                .contains("\"endpont\" below protocols::grpc")
                .endsWith("did you mean endpoint?");
    }

    @Test
    void misplacedSettingIsReportedWithItsPlace() {
        assertThat(only("receivers: {otlp: {endpoint: 127.0.0.1:4317}}").message())
                .endsWith("it belongs below protocols::grpc or below protocols::http");
        assertThat(only("exporters: {otlp_grpc: {endpoint: x, insecure: true}}").message())
                .endsWith("it belongs below tls");
    }

    @Test
    void scalarForAnObjectAndTheReverseAreReported() {
        assertThat(codes("receivers: {otlp: {protocols: {grpc: 4317}}}"))
                .containsExactly("component_field_type 1 c.receivers.otlp.protocols.grpc");
        assertThat(codes("receivers: {otlp: {protocols: [grpc]}}"))
                .containsExactly("component_field_type 1 c.receivers.otlp.protocols");
        assertThat(codes("processors: {batch: {send_batch_size: {max: 3}}}"))
                .containsExactly("component_field_type 1 c.processors.batch.send_batch_size");
        assertThat(codes("exporters: {otlp_grpc: {endpoint: [a:1]}}"))
                .containsExactly("component_field_type 1 c.exporters.otlp_grpc.endpoint");
        assertThat(codes("processors: {batch: {metadata_keys: {a: b}}}"))
                .containsExactly("component_field_type 1 c.processors.batch.metadata_keys");
        assertThat(codes("processors: {batch: {metadata_keys: 3}}"))
                .containsExactly("component_field_type 1 c.processors.batch.metadata_keys");
    }

    @Test
    void textWhereAListOfTextsStandsIsSplitByTheCollector() {
        assertThat(codes("processors: {batch: {metadata_keys: 'a,b'}}")).isEmpty();
        assertThat(codes("connectors: {routing: {table: 'a,b'}}"))
                .containsExactly("component_field_type 1 c.connectors.routing.table");
    }

    @Test
    void badDurationsAreReported() {
        assertThat(only("processors: {batch: {timeout: 5 sec}}").message())
                .isEqualTo(
                        "timeout of the processor batch: \"5 sec\" is no duration; write it as 30s or"
                                + " 1h30m (collector 0.149.0)");
        assertThat(only("processors: {batch: {timeout: '5'}}").message()).contains("no duration");
        assertThat(only("processors: {batch: {timeout: 5}}").message())
                .contains("takes a number as nanoseconds; write 5s");
        assertThat(codes("processors: {batch: {timeout: true}}"))
                .containsExactly("component_field_type 1 c.processors.batch.timeout");
        for (String fine : List.of("0", "-1", "1h30m", "200ms", "1000000000", "0s", "''${x}s''")) {
            assertThat(
                            codes(
                                    "processors: {batch: {timeout: %s}}"
                                            .formatted(fine.replace("''", "'"))))
                    .as(fine)
                    .isEmpty();
        }
    }

    @Test
    void badBooleansAndNumbersAreReported() {
        for (String bad : List.of("yes", "'true'", "1", "on")) {
            assertThat(codes("exporters: {otlp_grpc: {tls: {insecure: %s}}}".formatted(bad)))
                    .as(bad)
                    .containsExactly("component_field_type 1 c.exporters.otlp_grpc.tls.insecure");
        }
        assertThat(codes("processors: {memory_limiter: {limit_mib: 512MiB}}"))
                .containsExactly("component_field_type 1 c.processors.memory_limiter.limit_mib");
        assertThat(codes("exporters: {otlp_grpc: {tls: {insecure: false}}}")).isEmpty();
    }

    @Test
    void nothingThatTheCollectorFillsInIsChecked() {
        assertThat(
                        codes(
                                """
                                receivers:
                                  otlp: {protocols: '${file:protocols.yaml}'}
                                processors:
                                  memory_limiter: {check_interval: '${env:INTERVAL}', limit_mib: '${LIMIT}'}
                                  batch: {metadata_keys: '${env:KEYS}', timeout: '${env:SECONDS:-5}s'}
                                """))
                .isEmpty();
    }

    @Test
    void nullStandsForTheDefault() {
        assertThat(
                        codes(
                                """
                                receivers: {otlp: {protocols: {grpc: , http: ~}}}
                                processors: {batch: , memory_limiter: {check_interval: ~}}
                                """))
                .isEmpty();
    }

    @Test
    void whatAComponentReadsByItselfMayHoldAnyKeyAndShape() {
        assertThat(
                        codes(
                                """
                                receivers:
                                  hostmetrics: {scrapers: {anything: {a: 1}}, whatever: [1]}
                                exporters:
                                  otlp_http: {headers: {a: b}, sending_queue: {strange: 1, batch: {odd: 2}}}
                                  otlp_grpc: {headers: [{name: a, value: b}]}
                                processors:
                                  transform: {trace_statements: ['set(a, b)']}
                                  filter: {traces: {span: [x]}}
                                """))
                .isEmpty();
    }

    @Test
    void durationsAndBooleansAreCheckedEvenThere() {
        assertThat(codes("receivers: {hostmetrics: {collection_interval: 30sec}}"))
                .containsExactly(
                        "component_field_type 1 c.receivers.hostmetrics.collection_interval");
        assertThat(codes("exporters: {otlp_grpc: {sending_queue: {block_on_overflow: 'no'}}}"))
                .containsExactly(
                        "component_field_type 1 c.exporters.otlp_grpc.sending_queue.block_on_overflow");
    }

    @Test
    void partsMayBeSwitchedOff() {
        assertThat(codes("receivers: {otlp: {protocols: {grpc: {enabled: false}}}}")).isEmpty();
        assertThat(codes("receivers: {otlp: {enabled: false}}"))
                .containsExactly("unknown_component_field 1 c.receivers.otlp.enabled");
    }

    @Test
    void oldNameOfAComponentHasTheSameSettings() {
        assertThat(codes("exporters: {otlp: {endpont: x}, otlphttp: {endpoint: x}}"))
                .containsExactly("unknown_component_field 1 c.exporters.otlp.endpont");
        assertThat(codes("connectors: {span_metrics: {namspace: x}}"))
                .containsExactly("unknown_component_field 1 c.connectors.span_metrics.namspace");
    }

    @Test
    void whatIsNotDescribedIsNotChecked() {
        String config =
                "receivers: {snmp: {a: 1}, otlp: {endpont: x}}\nprocessors: {batch: {a: 1}}";

        assertThat(codes("receivers: {snmp: {anything: 1}}")).isEmpty();
        for (String version : List.of("0.148.0", "1.2.3", "2025.1", "", "devel", "0.149.0-rc.1")) {
            assertThat(codes(check(config, version))).as(version).isEmpty();
        }
        assertThat(FieldCheck.unchecked(read(config), basis(DESCRIBED)))
                .containsExactly("receiver snmp");
        assertThat(FieldCheck.unchecked(read(config), basis("1.2.3")))
                .containsExactly("processor batch", "receiver otlp", "receiver snmp");
    }

    @Test
    void patchReleaseHasTheSettingsOfItsRelease() {
        assertThat(codes(check("processors: {batch: {a: 1}}", "v0.149.3"))).hasSize(1);
    }

    @Test
    void betweenTwoDescribedReleasesBothMustRefuse() {
        String config =
                "extensions: {pprof: {endpoint: x, endpont: y}}\nprocessors: {batch: {a: 1}}\n";
        List<Finding> findings = check(config, "0.155.0");

        assertThat(codes(findings))
                .containsExactlyInAnyOrder(
                        "unknown_component_field 1 c.extensions.pprof.endpont",
                        "unknown_component_field 2 c.processors.batch.a");
        assertThat(findings.getFirst().message()).contains("collector 0.149.0 and 0.161.0");
    }

    @Test
    void settingThatOnlyOneOfTwoReleasesHasIsNotReportedBetweenThem() {
        ReleaseFields older = release("0.100.0", "older");
        ReleaseFields newer = release("0.110.0", "newer");
        ComponentFields fields = new ComponentFields(List.of(older, newer));
        ConfigNode.MapNode tree =
                read("receivers: {nop: {common: 1, older: 1, newer: 1, neither: 1}}");

        assertThat(codes(FieldCheck.check(tree, fields.basis(Optional.of("0.100.0")))))
                .containsExactly(
                        "unknown_component_field 1 c.receivers.nop.newer",
                        "unknown_component_field 1 c.receivers.nop.neither");
        assertThat(codes(FieldCheck.check(tree, fields.basis(Optional.of("0.105.0")))))
                .containsExactly("unknown_component_field 1 c.receivers.nop.neither");
        assertThat(codes(FieldCheck.check(tree, fields.basis(Optional.of("0.120.0"))))).isEmpty();
    }

    @Test
    void settingsOfOneTemplateAreComparedOneByOne() {
        ComponentFields fields =
                new ComponentFields(
                        List.of(release("0.100.0", "older"), release("0.110.0", "newer")));
        Origin place = new Origin("f.yaml", 1, 1, "Blueprint/b", "c");
        ConfigNode.MapNode tree =
                (ConfigNode.MapNode)
                        ConfigNode.of(
                                read("receivers: {nop: {older: 1, newer: 1}}").toValue(), place);

        assertThat(FieldCheck.check(tree, fields.basis(Optional.of("0.105.0")))).isEmpty();
        assertThat(FieldCheck.check(tree, fields.basis(Optional.of("0.110.0")))).hasSize(1);
    }

    @Test
    void ofANewerReleaseOnlySlipsAreReported() {
        String config =
                """
                processors:
                  batch: {brand_new: 1, timeout: 5 sec, send_batch_size: many}
                  memory_limiter: {check_intervall: 1s, check_intevral: 1s, limit_gib: 1}
                receivers: {otlp: {endpoint: x, protocols: [grpc]}}
                """;

        assertThat(codes(check(config, "0.170.0")))
                .containsExactly(
                        "component_field_type 2 c.processors.batch.timeout",
                        "unknown_component_field 3 c.processors.memory_limiter.check_intervall",
                        "unknown_component_field 3 c.processors.memory_limiter.check_intevral",
                        "unknown_component_field 3 c.processors.memory_limiter.limit_gib");
    }

    private static ReleaseFields release(String version, String key) {
        return new ComponentFieldsReader()
                .read(
                        """
                        {"version": "%s", "components": [{"kind": "receiver", "type": "nop",
                         "signals": ["logs"], "settings": {"fields": {"common": "int", "%s": "int"}}}]}
                        """
                                .formatted(version, key)
                                .getBytes(StandardCharsets.UTF_8));
    }

    private static Finding only(String yaml) {
        List<Finding> findings = check(yaml, DESCRIBED);
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    private static List<String> codes(String yaml) {
        return codes(check(yaml, DESCRIBED));
    }

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

    private static List<Finding> check(String yaml, String version) {
        return FieldCheck.check(read(yaml), basis(version));
    }

    private static ComponentFields.Basis basis(String version) {
        return ComponentFields.bundled().basis(Optional.of(version));
    }

    static ConfigNode.MapNode read(String yaml) {
        List<Finding> findings = new ArrayList<>();
        ConfigNode.MapNode tree =
                ConfigReader.read(
                        YamlReader.read(yaml, YamlLimits.defaults()).getFirst(),
                        new Origin("f.yaml", 1, 1, "Blueprint/b", "c"),
                        findings);
        assertThat(findings).isEmpty();
        return tree;
    }
}
