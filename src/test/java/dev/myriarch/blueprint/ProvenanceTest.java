package dev.myriarch.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.testing.TestRepository;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class ProvenanceTest {
    private static final String ROOT =
            """
            parameters:
              - {name: plain, type: string, default: d}
              - {name: byFleet, type: int, default: 1}
              - {name: byAttribute, type: string, fromAttribute: site.id}
              - {name: byInventory, type: list, default: []}
              - {name: typed, type: bool, default: false}
              - {name: nobody, type: string}
              - {name: apiToken, type: string, default: "s3cr3t"}
            config:
              receivers:
                nop:
                  a: "[[ .params.plain ]]"
                  b: root
                  "k-[[ .params.byAttribute ]]": v
                  list: [x, "[[ .params.byFleet ]]"]
                  typed: "[[ .params.byInventory ]]"
                  gone: {deep: 1}
              exporters:
                nop:
                  auth: "[[ .params.apiToken ]]"
                  password: hunter2
                  password_file: /etc/p
                  url: "https://user:pw@host/x"
                  headers: {authorization: "Bearer ${env:TOKEN}", plain: "Bearer abcdef"}
                  actions: [{key: authorization, value: v1}, {key: site, value: v2}]
                  where: "[[ attr \\"site.id\\" ]] [[ .agent.id ]]"
                  none: {}
              service: {pipelines: {logs: {receivers: [nop], exporters: [nop]}}}
            """;

    private static final TestRepository REPOSITORY =
            TestRepository.empty()
                    .object("Blueprint", "root", ROOT)
                    .object(
                            "Blueprint",
                            "leaf",
                            """
                            extends: root
                            config: {receivers: {nop: {b: leaf}}}
                            fragments:
                              - name: "on"
                                when: "[[ .params.typed ]]"
                                config: {receivers: {nop: {b: fragment}}}
                                remove: ["receivers::nop::gone", "receivers::nop::never"]
                              - name: "off"
                                when: "[[ not .params.typed ]]"
                                config: {receivers: {nop: {b: wrong}}}
                            """)
                    .object("Fleet", "f", "blueprint: leaf\nselector: {}\nparameters: {byFleet: 2}")
                    .object(
                            "Inventory",
                            "i",
                            """
                            entries:
                              - name: e
                                selector: {}
                                parameters: {byInventory: [p, {q: 1}]}
                            """);

    @Test
    void everyParameterNamesItsSourceAndPlace() {
        Provenance provenance = explain("");

        assertThat(provenance.parameters().stream().map(ProvenanceTest::parameter))
                .containsExactly(
                        "plain=d by default at Blueprint-root.yaml spec.parameters[0].default",
                        "byFleet=2 by fleet at Fleet-f.yaml spec.parameters.byFleet",
                        "byAttribute=s1 by attribute site.id at Blueprint-root.yaml"
                                + " spec.parameters[2]",
                        "byInventory=a list of 2 by inventory at Inventory-i.yaml"
                                + " spec.entries[0].parameters.byInventory",
                        "typed=true by override at  ",
                        "nobody=null by nobody at Blueprint-root.yaml spec.parameters[5]",
                        "apiToken=[REDACTED] by default at Blueprint-root.yaml"
                                + " spec.parameters[6].default");
        assertThat(provenance.parameters().get(1).origin().line()).isPositive();
        assertThat(rendered().sourceTexts())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "plain", "default",
                                "byFleet", "fleet",
                                "byAttribute", "attribute",
                                "byInventory", "inventory",
                                "typed", "override",
                                "apiToken", "default"));
    }

    private static String parameter(Provenance.ParameterUse use) {
        return "%s=%s by %s%s at %s %s"
                .formatted(
                        use.name(),
                        use.value(),
                        use.source().map(ParameterValue.Source::text).orElse("nobody"),
                        use.attribute().map(key -> " " + key).orElse(""),
                        use.origin().file(),
                        use.origin().path());
    }

    @Test
    void layersComeWithTheirPlacesAndConditions() {
        Provenance provenance = explain("");

        assertThat(provenance.layers())
                .extracting(Provenance.Layer::name)
                .containsExactly("root", "leaf", "leaf#on")
                .isEqualTo(rendered().layers());
        assertThat(provenance.layers().getLast().condition().parameters()).containsExactly("typed");
        assertThat(provenance.layers().getLast().origin().path())
                .isEqualTo("spec.fragments[0].when");
    }

    @Test
    void leafNamesTheLayerThatWonAndThoseThatItReplaced() {
        Provenance.Leaf leaf = leaf("receivers::nop::b");

        assertThat(leaf.value()).isEqualTo("fragment");
        assertThat(leaf.layer()).isEqualTo("leaf#on");
        assertThat(leaf.origin().path()).isEqualTo("spec.fragments[0].config.receivers.nop.b");
        assertThat(leaf.origin().line()).isPositive();
        assertThat(leaf.replaced())
                .extracting(each -> each.layer() + " " + each.origin().path())
                .containsExactly(
                        "leaf spec.config.receivers.nop.b", "root spec.config.receivers.nop.b");
    }

    @Test
    void leafNamesWhatItsTemplateAndItsKeysRead() {
        assertThat(leaf("receivers::nop::a").reads().parameters()).containsExactly("plain");
        assertThat(leaf("receivers::nop::k-s1").reads().parameters())
                .containsExactly("byAttribute");
        assertThat(leaf("receivers::nop::list[0]").reads()).isEqualTo(Provenance.Reads.NOTHING);
        assertThat(leaf("receivers::nop::list[1]").value()).isEqualTo("2");
        assertThat(leaf("receivers::nop::list[1]").reads().parameters()).containsExactly("byFleet");
        assertThat(leaf("receivers::nop::typed[0]").value()).isEqualTo("p");
        assertThat(leaf("receivers::nop::typed[1]::q").reads().parameters())
                .containsExactly("byInventory");
        Provenance.Reads where = leaf("exporters::nop::where").reads();
        assertThat(where.attributes()).containsExactly("site.id");
        assertThat(where.agentId()).isTrue();
        assertThat(leaf("exporters::nop::none").value()).isEqualTo("{}");
    }

    @Test
    void secretsAreNotShown() {
        Map<String, String> values =
                explain("exporters").leaves().stream()
                        .collect(Collectors.toMap(Provenance.Leaf::path, Provenance.Leaf::value));

        assertThat(values)
                .containsEntry("exporters::nop::auth", "[REDACTED]")
                .containsEntry("exporters::nop::password", "[REDACTED]")
                .containsEntry("exporters::nop::password_file", "/etc/p")
                .containsEntry("exporters::nop::url", "[REDACTED]")
                .containsEntry("exporters::nop::headers::authorization", "Bearer ${env:TOKEN}")
                .containsEntry("exporters::nop::headers::plain", "[REDACTED]")
                .containsEntry("exporters::nop::actions[0]::key", "authorization")
                .containsEntry("exporters::nop::actions[0]::value", "[REDACTED]")
                .containsEntry("exporters::nop::actions[1]::value", "v2");
    }

    @Test
    void removalNamesTheLayerAndWhatItDeleted() {
        assertThat(explain("receivers::nop::gone::deep").removals())
                .extracting(each -> each.path() + " " + each.layer() + " " + each.origin().path())
                .containsExactly("receivers::nop::gone leaf#on spec.config.receivers.nop.gone");
        assertThat(explain("exporters").removals()).isEmpty();
    }

    @Test
    void onlyWhatIsAtOrBelowThePathIsTold() {
        assertThat(explain("receivers::nop::b").leaves()).hasSize(1);
        assertThat(explain("receivers::nop::list").leaves()).hasSize(2);
        assertThat(explain("receivers::no").leaves()).isEmpty();
    }

    @Test
    void largeConfigurationsAreCut() {
        Snapshot snapshot =
                TestRepository.empty()
                        .object(
                                "Blueprint",
                                "b",
                                """
                                config:
                                  receivers: {nop: {list: [%s]}}
                                  exporters: {nop: {}}
                                  service: {pipelines: {logs: {receivers: [nop], exporters: [nop]}}}
                                """
                                        .formatted("1, ".repeat(Provenance.LIMIT)))
                        .object("Fleet", "f", "blueprint: b\nselector: {}")
                        .snapshot();

        Provenance provenance =
                snapshot.explain(
                                snapshot.fleet("f").orElseThrow(),
                                snapshot.hypothetical(Map.of(), Map.of(), Optional.empty()),
                                Map.of(),
                                "")
                        .provenance()
                        .orElseThrow();

        assertThat(provenance.leaves()).hasSize(Provenance.LIMIT);
        assertThat(provenance.truncated()).isTrue();
    }

    @Test
    void failedRenderingHasNoProvenance() {
        Snapshot snapshot = REPOSITORY.snapshot();
        Explanation explanation =
                snapshot.explain(
                        snapshot.fleet("f").orElseThrow(),
                        snapshot.hypothetical(Map.of(), Map.of(), Optional.empty()),
                        Map.of(),
                        "");

        assertThat(explanation.result()).isInstanceOf(RenderResult.Failed.class);
        assertThat(explanation.provenance()).isEmpty();
    }

    private static Provenance.Leaf leaf(String path) {
        return explain(path).leaves().stream()
                .filter(each -> each.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    private static RenderResult.Rendered rendered() {
        return (RenderResult.Rendered) explanation("").result();
    }

    private static Provenance explain(String path) {
        return explanation(path).provenance().orElseThrow();
    }

    private static Explanation explanation(String path) {
        Snapshot snapshot = REPOSITORY.snapshot();
        return snapshot.explain(
                snapshot.fleet("f").orElseThrow(),
                snapshot.hypothetical(Map.of("site.id", "s1"), Map.of(), Optional.empty()),
                Map.of("typed", new ParameterValue(Value.of(true), Origin.NONE)),
                path);
    }
}
