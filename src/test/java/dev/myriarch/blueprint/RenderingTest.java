package dev.myriarch.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.testing.TestRepository;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RenderingTest {
    private static final String PIPELINE =
            """
            receivers: {nop: {}}
            service: {pipelines: {logs: {receivers: [nop], exporters: [nop]}}}
            """;

    @Test
    void layersAreMergedFromTheRootToTheLeaf() {
        Snapshot snapshot =
                repository("leaf")
                        .object(
                                "Blueprint",
                                "root",
                                config("exporters: {nop: {a: root, b: root, c: root}}")
                                        + """
                                        fragments:
                                          - name: always
                                            config: {exporters: {nop: {b: fragment}}}
                                          - name: never
                                            when: "[[ false ]]"
                                            config: {exporters: {nop: {b: wrong}}}
                                          - name: cleaner
                                            remove: ["exporters::nop::c"]
                                        """)
                        .object(
                                "Blueprint",
                                "leaf",
                                """
                                extends: root
                                config: {exporters: {nop: {a: leaf, d: leaf, e: leaf}}}
                                remove: ["exporters::nop::e", "exporters::nop::unknown"]
                                """)
                        .snapshot();

        RenderResult.Rendered rendered = rendered(snapshot, Map.of());

        assertThat(text(rendered))
                .startsWith("exporters:\n  nop:\n    a: leaf\n    b: fragment\n    d: leaf\n");
        assertThat(rendered.layers())
                .containsExactly("root", "root#always", "root#cleaner", "leaf");
    }

    @Test
    void laterSourcesOfAParameterWin() {
        TestRepository repository =
                repository("b", "parameters: {p: fleet}")
                        .object(
                                "Blueprint",
                                "b",
                                config("exporters: {nop: {v: \"[[ .params.p ]]\"}}")
                                        + """
                                        parameters:
                                          - {name: p, type: string, default: default, fromAttribute: a}
                                        """)
                        .object(
                                "Inventory",
                                "i",
                                """
                                entries:
                                  - name: e
                                    selector: {matchAttributes: {in: "yes"}}
                                    parameters: {p: inventory}
                                """);
        Snapshot snapshot = repository.snapshot();
        Snapshot withoutFleetValue =
                repository.object("Fleet", "g", "blueprint: b\nselector: {}").snapshot();

        assertThat(source(withoutFleetValue, "g", Map.of(), Map.of())).isEqualTo("default");
        assertThat(source(snapshot, "f", Map.of(), Map.of())).isEqualTo("fleet");
        assertThat(source(snapshot, "f", Map.of("a", "x"), Map.of())).isEqualTo("attribute");
        assertThat(source(snapshot, "f", Map.of("a", "x", "in", "yes"), Map.of()))
                .isEqualTo("inventory");
        assertThat(
                        source(
                                snapshot,
                                "f",
                                Map.of("a", "x", "in", "yes"),
                                Map.of("p", value("typed"))))
                .isEqualTo("override");
    }

    private static String source(
            Snapshot snapshot,
            String fleet,
            Map<String, String> attributes,
            Map<String, ParameterValue> overrides) {
        RenderResult result =
                snapshot.render(
                        snapshot.fleet(fleet).orElseThrow(),
                        new RenderRequest.AgentContext(
                                "",
                                attributes,
                                snapshot.inventory(attributes).parameters(),
                                Optional.empty()),
                        overrides);
        assertThat(result).isInstanceOf(RenderResult.Rendered.class);
        RenderResult.Rendered rendered = (RenderResult.Rendered) result;
        String source = rendered.sourceTexts().getOrDefault("p", "none");
        String expected =
                Map.of("attribute", "x", "override", "typed").getOrDefault(source, source);
        assertThat(text(rendered)).contains("v: " + expected + "\n");
        return source;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    int    | 42          | v: 42
                    int    | -1          | v: -1
                    int    | 4.0         | !
                    int    | 0x10        | !
                    number | 1.5         | v: 1.5
                    number | 3           | v: 3
                    number | NaN         | !
                    bool   | true        | v: true
                    bool   | F           | v: false
                    bool   | yes         | !
                    string | 007         | v: "007"
                    duration | 1h30m     | v: 1h30m
                    duration | 1d        | !
                    list   | ["a", 2]    | v:
                    list   | {"a": 2}    | !
                    list   | a, b        | !
                    map    | {"a": 2}    | v:
                    map    | []          | !
                    """)
    void attributesAreConvertedToTheTypeOfTheParameter(
            String type, String attribute, String expected) {
        Snapshot snapshot =
                repository("b")
                        .object(
                                "Blueprint",
                                "b",
                                config("exporters: {nop: {v: \"[[ .params.p ]]\"}}")
                                        + "parameters: [{name: p, type: %s, fromAttribute: a}]"
                                                .formatted(type))
                        .snapshot();

        RenderResult result = render(snapshot, Map.of("a", attribute));

        if (expected.equals("!")) {
            assertThat(codes(result)).containsExactly("invalid_parameter_value");
        } else {
            assertThat(text(result)).contains(expected + "\n");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    type: int, min: 1, max: 3          | 1     | ok
                    type: int, min: 1, max: 3          | 3     | ok
                    type: int, min: 1, max: 3          | 4     | invalid_parameter_value
                    type: int, min: 1, max: 3          | 0     | invalid_parameter_value
                    type: int                          | 1.5   | invalid_parameter_value
                    type: int                          | 9223372036854775808 | invalid_parameter_value
                    type: number, max: 1.5             | 1     | ok
                    type: number, max: 1.5             | 1.6   | invalid_parameter_value
                    type: string                       | 5     | invalid_parameter_value
                    type: string, enum: [a, b]         | b     | ok
                    type: string, enum: [a, b]         | c     | invalid_parameter_value
                    type: number, enum: [1, 2]         | 2.0   | ok
                    type: string, pattern: "[a-z]+"    | abc   | ok
                    type: string, pattern: "[a-z]+"    | abc1  | invalid_parameter_value
                    type: duration                     | 30s   | ok
                    type: duration                     | 30    | invalid_parameter_value
                    type: duration                     | later | invalid_parameter_value
                    type: bool                         | "true" | invalid_parameter_value
                    type: list                         | [1]   | ok
                    type: map                          | {a: 1} | ok
                    type: map                          | [1]   | invalid_parameter_value
                    """)
    void valuesMustFitTypeAndConstraints(String declaration, String value, String expected) {
        TestRepository repository =
                repository("b", "parameters: {p: %s}".formatted(value))
                        .object(
                                "Blueprint",
                                "b",
                                config("exporters: {nop: {v: \"[[ .params.p ]]\"}}")
                                        + "parameters: [{name: p, %s}]".formatted(declaration));

        List<String> codes = repository.issues().stream().map(issue -> issue.code()).toList();

        assertThat(codes).isEqualTo(expected.equals("ok") ? List.of() : List.of(expected));
    }

    @Test
    void requiredParameterNeedsAValue() {
        Snapshot snapshot =
                repository("b")
                        .object(
                                "Blueprint",
                                "b",
                                config("exporters: {nop: {}}")
                                        + """
                                        parameters:
                                          - {name: p, type: string, required: true, fromAttribute: a}
                                        """)
                        .snapshot();

        assertThat(codes(render(snapshot, Map.of()))).containsExactly("missing_parameter");
        assertThat(codes(render(snapshot, Map.of("a", "x")))).isEmpty();
    }

    @Test
    void redeclarationReplacesTheWholeDeclaration() {
        TestRepository repository =
                repository("leaf")
                        .object(
                                "Blueprint",
                                "root",
                                config(
                                                "exporters: {nop: {v: \"[[ default \\\"none\\\" .params.p ]]\"}}")
                                        + "parameters: [{name: p, type: string, default: root}]");

        assertThat(
                        text(
                                render(
                                        repository
                                                .object(
                                                        "Blueprint",
                                                        "leaf",
                                                        "extends: root\nparameters: [{name: p,"
                                                                + " type: string}]")
                                                .snapshot(),
                                        Map.of())))
                .contains("v: none\n");
        assertThat(
                        repository
                                .object(
                                        "Blueprint",
                                        "leaf",
                                        "extends: root\nparameters: [{name: p, type: int}]")
                                .issues())
                .extracting(issue -> issue.code())
                .containsExactly("parameter_type_conflict");
    }

    @Test
    void undeclaredInventoryParameterIsIgnoredWithAWarning() {
        Snapshot snapshot =
                repository("b")
                        .object("Blueprint", "b", config("exporters: {nop: {}}"))
                        .object("Inventory", "i", "entries: [{name: e, parameters: {x: 1}}]")
                        .snapshot();

        RenderResult.Rendered rendered = rendered(snapshot, Map.of());

        assertThat(rendered.warnings())
                .extracting(Finding::code)
                .containsExactly("unknown_parameter");
    }

    @Test
    void wholeExpressionsKeepTheirTypeAndOthersBecomeText() {
        Snapshot snapshot =
                repository("b")
                        .object(
                                "Blueprint",
                                "b",
                                config(
                                                """
                                                exporters:
                                                  nop:
                                                    number: "[[ .params.n ]]"
                                                    text: "n=[[ .params.n ]]"
                                                    list: "[[ list 1 .params.n ]]"
                                                    "key-[[ .params.n ]]": "${env:LEFT_ALONE}"
                                                    agent: "[[ .agent.id ]]/[[ .fleet.name ]]/[[ .fleet.labels.team ]]/[[ .blueprint.name ]]"
                                                """)
                                        + "parameters: [{name: n, type: int, default: 7}]")
                        .snapshot();

        assertThat(text(render(snapshot, Map.of())))
                .contains("    number: 7\n")
                .contains("    text: n=7\n")
                .contains("    list:\n      - 1\n      - 7\n")
                .contains("    key-7: ${env:LEFT_ALONE}\n")
                .contains("    agent: id/f/core/b\n");
    }

    @Test
    void failingValueIsNamedWithFileLineAndPath() {
        Snapshot snapshot =
                repository("b")
                        .object(
                                "Blueprint",
                                "b",
                                config(
                                        """
                                        exporters:
                                          nop:
                                            site: "[[ attr \\"site.id\\" ]]"
                                        """))
                        .snapshot();

        RenderResult result = render(snapshot, Map.of());

        assertThat(result).isInstanceOf(RenderResult.Failed.class);
        RenderResult.Failed failed = (RenderResult.Failed) result;
        assertThat(failed.findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo("template_error");
                    assertThat(finding.origin())
                            .isEqualTo(
                                    new Origin(
                                            "Blueprint-b.yaml",
                                            9,
                                            15,
                                            "Blueprint/b",
                                            "spec.config.exporters.nop.site"));
                });
        assertThat(failed.summary())
                .startsWith("template_error: ")
                .contains("Blueprint-b.yaml:9 spec.config.exporters.nop.site");
    }

    @Test
    void keysThatBecomeEqualAreAnError() {
        Snapshot snapshot =
                repository("b")
                        .object(
                                "Blueprint",
                                "b",
                                config("exporters: {nop: {a: 1, \"[[ print \\\"a\\\" ]]\": 2}}"))
                        .snapshot();

        assertThat(codes(render(snapshot, Map.of()))).containsExactly("template_error");
    }

    @Test
    void renderedKeyMustNotHoldTheSeparator() {
        Snapshot snapshot =
                repository("b")
                        .object(
                                "Blueprint",
                                "b",
                                config("exporters: {nop: {\"[[ attr \\\"k\\\" ]]\": 2}}"))
                        .snapshot();

        assertThat(codes(render(snapshot, Map.of("k", "a::b"))))
                .containsExactly("invalid_config_key");
        assertThat(text(render(snapshot, Map.of("k", "a:b")))).contains("a:b: 2\n");
    }

    @Test
    void conditionMustGiveABoolean() {
        Snapshot snapshot =
                repository("b")
                        .object(
                                "Blueprint",
                                "b",
                                config("exporters: {nop: {}}")
                                        + "fragments: [{name: x, when: '[[ attrOr \"a\" \"\" ]]'}]")
                        .snapshot();

        assertThat(codes(render(snapshot, Map.of()))).containsExactly("when_not_bool");
    }

    @Test
    void configurationIsBounded() {
        String text = "x".repeat(60_000);
        Snapshot snapshot =
                repository("b")
                        .object(
                                "Blueprint",
                                "b",
                                config(
                                                "exporters: {nop: {v: \"[[ list %s ]]\"}}"
                                                        .formatted(".params.t ".repeat(20).strip()))
                                        + "parameters: [{name: t, type: string, fromAttribute: t}]")
                        .snapshot();

        assertThat(codes(render(snapshot, Map.of("t", "short")))).isEmpty();
        assertThat(codes(render(snapshot, Map.of("t", text))))
                .containsAnyOf("config_too_large", "template_error");
    }

    @Test
    void plainTextIsBoundedToo() {
        TestRepository repository =
                repository("b")
                        .object(
                                "Blueprint",
                                "b",
                                config("exporters: {nop: {v: %s}}".formatted("x".repeat(1 << 20))));

        assertThat(codes(render(repository.snapshot(), Map.of())))
                .containsExactly("config_too_large");
    }

    @Test
    void sameInputGivesTheSameBytes() {
        TestRepository repository =
                repository("b").object("Blueprint", "b", config("exporters: {nop: {z: 1, a: 2}}"));

        RenderResult.Rendered one = rendered(repository.snapshot(), Map.of());
        RenderResult.Rendered other = rendered(repository.snapshot(), Map.of("unused", "x"));

        assertThat(one.hash()).isEqualTo(other.hash());
        assertThat(one.body()).isEqualTo(other.body());
    }

    private static TestRepository repository(String blueprint) {
        return repository(blueprint, "");
    }

    private static TestRepository repository(String blueprint, String more) {
        return TestRepository.empty()
                .file(
                        "fleet.yaml",
                        """
                        apiVersion: myriarch.dev/v1alpha1
                        kind: Fleet
                        metadata:
                          name: f
                          labels: {team: core}
                        spec:
                          selector: {matchAttributes: {os.type: linux}}
                          blueprint: %s
                          %s
                        """
                                .formatted(blueprint, more));
    }

    private static String config(String config) {
        return "config:\n" + (config.strip() + "\n" + PIPELINE).indent(2);
    }

    private static ParameterValue value(String text) {
        return new ParameterValue(Value.of(text), Origin.NONE);
    }

    private static RenderResult render(Snapshot snapshot, Map<String, String> attributes) {
        return snapshot.render(
                snapshot.fleet("f").orElseThrow(),
                new RenderRequest.AgentContext(
                        "id",
                        attributes,
                        snapshot.inventory(attributes).parameters(),
                        Optional.empty()));
    }

    private static RenderResult.Rendered rendered(
            Snapshot snapshot, Map<String, String> attributes) {
        RenderResult result = render(snapshot, attributes);
        assertThat(result).isInstanceOf(RenderResult.Rendered.class);
        return (RenderResult.Rendered) result;
    }

    private static String text(RenderResult result) {
        assertThat(result).isInstanceOf(RenderResult.Rendered.class);
        return new String(((RenderResult.Rendered) result).body(), StandardCharsets.UTF_8);
    }

    private static List<String> codes(RenderResult result) {
        return switch (result) {
            case RenderResult.Failed(var findings) -> findings.stream().map(Finding::code).toList();
            case RenderResult.Rendered _ -> List.of();
        };
    }
}
