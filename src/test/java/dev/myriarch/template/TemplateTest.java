package dev.myriarch.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.myriarch.base.Value;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {
    private static final Value HOSTS = Value.ofTexts(List.of("a", "b"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[ .params.x ]]",
                "  [[.params.x]]\n",
                "[[- .params.x -]]",
                "[[ \"]]\" ]]",
                "[[ attr `[[` ]]"
            })
    void oneActionIsAWholeExpression(String text) throws TemplateException {
        assertThat(Template.parse(text).isWholeExpression()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "a[[ .params.x ]]",
                "[[ .params.x ]][[ .params.y ]]",
                "[[/* why */]][[ .params.x ]]",
                "[[/* why */]]",
                "[[ if .params.x ]]a[[ end ]]"
            })
    void anythingElseIsInterpolated(String text) throws TemplateException {
        assertThat(Template.parse(text).isWholeExpression()).isFalse();
    }

    @Test
    void aWholeExpressionKeepsItsType() throws TemplateException {
        assertThat(Data.evaluate("[[ .params.x ]]", "x", HOSTS)).isEqualTo(HOSTS);
        assertThat(Data.evaluate(" [[ attr \"site.id\" ]] ")).isEqualTo(Value.of("0042"));
        assertThat(Data.evaluate("[[ .params.x ]]", "x", Value.of(75))).isEqualTo(Value.of(75));
        assertThat(Data.evaluate("<[[ .params.x ]]>", "x", Value.of(75)))
                .isEqualTo(Value.of("<75>"));
    }

    @Test
    void aFloatWithoutFractionBecomesAnInteger() throws TemplateException {
        Value nested = Data.list(Value.of(1.0), new Value.Mapping(Map.of("k", Value.of(-0.0))));
        assertThat(Data.evaluate("[[ .params.x ]]", "x", nested))
                .isEqualTo(Data.list(Value.of(1), new Value.Mapping(Map.of("k", Value.of(0)))));
        // The shortest digits of 2^62 count, not its exact value.
        assertThat(Data.evaluate("[[ .params.x ]]", "x", Value.of(0x1p62)))
                .isEqualTo(Value.of(4611686018427388000L));
        assertThat(Data.evaluate("[[ .params.x ]]", "x", Value.of(1e19))).isEqualTo(Value.of(1e19));
    }

    @Test
    void aResultThatIsNotFiniteIsRefused() {
        assertThat(Data.failure("[[ float \"nan\" ]]")).contains("not a finite number");
        assertThat(Data.failure("[[ list (float \"inf\") ]]")).contains("not a finite number");
    }

    @Test
    void anIntegerParameterOfAnySizePassesThrough() throws TemplateException {
        Value large = new Value.Int(BigInteger.TEN.pow(30));
        assertThat(Data.evaluate("[[ .params.x ]]", "x", large)).isEqualTo(large);
        assertThat(Data.failure("[[ add .params.x 1 ]]", "x", large)).contains("64 bits");
        assertThat(Data.failure("[[ printf \"%d\" .params.x ]]", "x", large)).contains("64 bits");
    }

    @Test
    void arithmeticThatOverflowsIsAnError() throws TemplateException {
        assertThat(Data.failure("[[ add 9223372036854775807 1 ]]")).contains("64 bits");
        assertThat(Data.failure("[[ sub -9223372036854775807 2 ]]")).contains("64 bits");
        assertThat(Data.failure("[[ mul 4611686018427387904 2 ]]")).contains("64 bits");
        assertThat(Data.failure("[[ div -9223372036854775808 -1 ]]")).contains("64 bits");
        assertThat(Data.failure("[[ div 1 0 ]]")).contains("division by zero");
        assertThat(Data.failure("[[ mod 1 0 ]]")).contains("division by zero");
        assertThat(Data.failure("[[ int 9.3e18 ]]")).contains("64 bits");
        assertThat(Data.evaluate("[[ add 1 2 3 ]]")).isEqualTo(Value.of(6));
        assertThat(Data.evaluate("[[ mod -7 2 ]]")).isEqualTo(Value.of(-1));
    }

    @Test
    void aMissingAttributeOrLabelIsEmptyThroughIndex() throws TemplateException {
        assertThat(Data.evaluate("[[ index .agent.attributes \"no\" ]]")).isEqualTo(Value.of(""));
        assertThat(Data.evaluate("[[ index .fleet.labels \"no\" ]]")).isEqualTo(Value.of(""));
        assertThat(Data.evaluate("[[ index . \"agent\" \"attributes\" \"no\" ]]"))
                .isEqualTo(Value.of(""));
        assertThat(Data.text("[[ $a := .agent.attributes ]]<[[ index $a \"no\" ]]>"))
                .isEqualTo("<>");
        assertThat(Data.evaluate("[[ index .params \"no\" ]]")).isEqualTo(Value.ofNull());
        assertThat(Data.evaluate("[[ index .params.m \"no\" ]]", "m", Value.ofTexts(Data.LABELS)))
                .isEqualTo(Value.ofNull());
    }

    @Test
    void aMissingKeyAsAFieldIsAnError() {
        assertThat(Data.failure("[[ .agent.attributes.no ]]")).contains("no key \"no\"");
        assertThat(Data.failure("[[ .params.no ]]")).contains("no key \"no\"");
        assertThat(Data.failure("[[ .nothing ]]")).contains("no key \"nothing\"");
        assertThat(Data.failure("[[ if .params.no ]]a[[ end ]]")).contains("no key \"no\"");
    }

    @Test
    void theDataIsThere() throws TemplateException {
        assertThat(
                        Data.text(
                                "[[ .agent.id ]] [[ .fleet.name ]] [[ .blueprint.name ]]"
                                        + " [[ .fleet.labels.team ]] [[ $.agent.id ]]"))
                .isEqualTo("agent-1 hosts linux-host core agent-1");
        assertThat(Data.evaluate("[[ len . ]]")).isEqualTo(Value.of(4));
        assertThat(Data.text("[[ with .params ]][[ $.fleet.name ]][[ end ]]", "x", Value.of(1)))
                .isEqualTo("hosts");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[ .params.x ]]/",
                "[[ if true ]][[ .params.x ]][[ end ]]",
                "a[[ print .params.x ]]",
                "a[[ println .params.x ]]",
                "a[[ printf \"%v\" .params.x ]]",
                "a[[ printf \"%s\" .params.x ]]",
                "a[[ urlquery .params.x ]]",
                "a[[ join \",\" (list .params.x) ]]"
            })
    void listsMapsAndNullNeverBecomeTextByThemselves(String template) {
        Value map = new Value.Mapping(Map.of("k", Value.of(1)));
        for (Value value : List.of(HOSTS, map, Value.ofNull(), Value.emptySequence())) {
            assertThat(Data.failure(template, "x", value)).contains("cannot become text");
        }
    }

    @Test
    void aFailureTellsItsPlace() {
        TemplateException failure =
                catchThrowableOfType(
                        TemplateException.class, () -> Data.evaluate("ab [[ upper 1 ]]"));
        assertThat(failure.offset()).isEqualTo(6);
        assertThat(failure).hasMessage("upper: argument 1 must be a string, not int");
        failure =
                catchThrowableOfType(
                        TemplateException.class, () -> Template.parse("a[[ .params.x "));
        assertThat(failure.offset()).isEqualTo(14);
    }

    @Test
    void oneTemplateServesManyThreads() throws Exception {
        Template template =
                Template.parse(
                        "[[ range $i, $h := .params.hosts ]][[ $x := add $i $.params.n ]]"
                                + "[[ $x ]]=[[ $h ]];[[ end ]]");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Value>> results =
                    IntStream.range(0, 200)
                            .mapToObj(n ->
                                    threads.submit(() ->
                                            template.evaluate(
                                                    Data.with("hosts", HOSTS, "n", Value.of(n)))))
                            .toList();
            for (int n = 0; n < results.size(); n++) {
                assertThat(results.get(n).get())
                        .isEqualTo(Value.of("%d=a;%d=b;".formatted(n, n + 1)));
            }
        }
    }

    @Test
    void collectorSyntaxStaysAsWritten() throws TemplateException {
        assertThat(Template.isTemplate("${env:X} $$ {{ .x }}")).isFalse();
        assertThat(Template.isTemplate("a[[")).isTrue();
        assertThat(Data.text("${env:X}$$[[ 1 ]]{{ .x }}]]")).isEqualTo("${env:X}$$1{{ .x }}]]");
        assertThat(Data.text("[[ \"[[\" ]]")).isEqualTo("[[");
    }
}
