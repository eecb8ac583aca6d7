package dev.myriarch.blueprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.testing.TestRepository;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What repositories may do to the server that renders them. */
final class RenderLimitsTest {
    private static final String AGENT = "attributes: {os.type: linux}";

    @Test
    void patternThatABacktrackingEngineNeverFinishesIsAnswered() {
        TestRepository repository =
                TestRepository.empty()
                        .object(
                                "Blueprint",
                                "b",
                                """
                                parameters:
                                  - {name: p, type: string, pattern: "(a+)+b", default: "%s"}
                                """
                                        .formatted("a".repeat(50_000)))
                        .object(
                                "Fleet",
                                "f",
                                "blueprint: b\nselector: {matchAttributes: {os.type: linux}}")
                        .object("SampleAgent", "s", AGENT);

        assertThat(repository.issues())
                .isNotEmpty()
                .allSatisfy(issue -> {
                    assertThat(issue.code()).isEqualTo("invalid_parameter_value");
                    assertThat(issue.message()).hasSizeLessThan(300);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x[[ .params.l ]]",
                "[[ .params.l ]]-[[ .params.l ]]",
                "[[ .params.m ]]/",
                "[[ .params.nothing ]]."
            })
    void listsMapsAndNullAreNeverPrintedIntoText(String template) {
        TestRepository repository =
                config("v: '%s'".formatted(template)).object("SampleAgent", "s", AGENT);

        assertThat(repository.issues())
                .extracting(Issue::code, Issue::path)
                .containsExactly(tuple("template_error", "spec.config.receivers.nop.v"));
    }

    @Test
    void numbersKeepEveryDigit() {
        String numbers =
                """
                a: 9223372036854775807
                b: 18446744073709551615
                c: -9223372036854775808
                d: "[[ 9007199254740993 ]]"
                e: "[[ printf \\"%256d\\" 1 ]]"
                """;

        String text = rendered(config(numbers));

        assertThat(text)
                .contains("a: 9223372036854775807\n")
                .contains("b: 18446744073709551615\n")
                .contains("c: -9223372036854775808\n")
                .contains("d: 9007199254740993\n")
                .contains(" ".repeat(255) + "1");
    }

    @Test
    void configurationAboveOneMebibyteIsRefused() {
        TestRepository repository =
                config("v: [%s]".formatted("'[[ .params.long ]]', ".repeat(17)))
                        .object("SampleAgent", "s", AGENT);

        assertThat(repository.issues()).extracting(Issue::code).containsExactly("config_too_large");
    }

    private static TestRepository config(String settings) {
        return TestRepository.empty()
                .object(
                        "Blueprint",
                        "b",
                        """
                        parameters:
                          - {name: l, type: list, default: [1]}
                          - {name: m, type: map, default: {a: 1}}
                          - {name: nothing, type: string}
                          - {name: long, type: string, default: "%s"}
                        config:
                          receivers:
                            nop:
                        %s
                          exporters: {nop: {}}
                          service: {pipelines: {logs: {receivers: [nop], exporters: [nop]}}}
                        """
                                .formatted("x".repeat(65_000), settings.strip().indent(6)))
                .object(
                        "Fleet",
                        "f",
                        "blueprint: b\nselector: {matchAttributes: {os.type: linux}}");
    }

    private static String rendered(TestRepository repository) {
        Snapshot snapshot = repository.snapshot();
        RenderResult result =
                snapshot.render(
                        snapshot.fleet("f").orElseThrow(),
                        snapshot.hypothetical(Map.of(), Map.of(), Optional.empty()));
        assertThat(result).isInstanceOf(RenderResult.Rendered.class);
        return new String(((RenderResult.Rendered) result).body(), StandardCharsets.UTF_8);
    }
}
