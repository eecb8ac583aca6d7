package dev.myriarch.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.Value;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateLimitsTest {
    private static final int LIMIT = 64 * 1024;
    private static final Value FULL = Value.of("x".repeat(LIMIT));
    private static final Value TOO_LONG = Value.of("x".repeat(LIMIT + 1));

    @Test
    void aTextOf64KiBPasses() throws TemplateException {
        assertThat(Data.evaluate("[[ .params.x ]]", "x", FULL)).isEqualTo(FULL);
        assertThat(Data.text("[[ .params.x ]]", "x", FULL)).hasSize(LIMIT);
        assertThat(Data.evaluate("[[ upper .params.x | len ]]", "x", FULL))
                .isEqualTo(Value.of(LIMIT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[ .params.x ]]",
                "a[[ .params.x ]]",
                "[[ upper .params.x ]]",
                "[[ str .params.x ]]",
                "[[ toJson .params.x ]]",
                "[[ print .params.x ]]",
                "[[ printf \"%s\" .params.x ]]",
                "[[ printf \"%v\" .params.x ]]",
                "[[ printf .params.x ]]",
                "[[ index .params \"x\" ]]",
                "[[ param \"x\" ]]",
                "[[ list .params.x ]]",
                "[[ len (split \",\" .params.x) ]]",
                "[[ contains \"y\" .params.x ]]"
            })
    void aLongerValueIsRefused(String template) {
        assertThat(Data.failure(template, "x", TOO_LONG)).contains("longer than 64 KiB");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[ .params.x ]]-",
                "[[ print .params.x \"-\" ]]",
                "[[ println .params.x ]]",
                "[[ printf \"%s-\" .params.x ]]",
                "[[ printf \"%q\" .params.x ]]",
                "[[ printf \"%x\" .params.x ]]",
                "[[ join .params.x (list \"a\" \"b\") ]]",
                "[[ replace \"x\" \"yy\" .params.x ]]",
                "[[ replace \"\" \"y\" .params.x ]]",
                "[[ toJson .params.x ]]",
                "[[ dict \"k\" .params.x ]]",
                "[[ list .params.x 1 ]]"
            })
    void aResultThatGrowsBeyondIsRefused(String template) {
        assertThat(Data.failure(template, "x", FULL)).contains("longer than 64 KiB");
    }

    @Test
    void bytesCountNotCharacters() throws TemplateException {
        Value half = Value.of("é".repeat(LIMIT / 2));
        assertThat(Data.evaluate("[[ .params.x ]]", "x", half)).isEqualTo(half);
        assertThat(Data.failure("[[ .params.x ]]a", "x", half)).contains("longer than 64 KiB");
        // The capital takes two bytes, the small letter three.
        assertThat(Data.failure("[[ lower .params.x ]]", "x", Value.of("Ⱥ".repeat(LIMIT / 2))))
                .contains("longer than 64 KiB");
    }

    @Test
    void aListAsTextIsCheckedBeforeItIsBuilt() {
        // Shared parts: 2^60 leaves as text, but only sixty lists in memory.
        Value list = Value.emptySequence();
        for (int i = 0; i < 60; i++) {
            list = Data.list(list, list);
        }
        assertThat(Data.failure("[[ toJson .params.x ]]", "x", list)).contains("64 KiB");
        assertThat(Data.failure("[[ str .params.x ]]", "x", list)).contains("64 KiB");
        assertThat(Data.failure("[[ .params.x ]]", "x", list)).contains("64 KiB");
    }

    @Test
    void allResultsTogetherAreBounded() throws TemplateException {
        String template = "[[ range .params.l ]][[ $y := upper $.params.x ]][[ end ]]";
        assertThat(Data.text(template, "x", FULL, "l", ones(128))).isEmpty();
        assertThat(Data.failure(template, "x", FULL, "l", ones(129))).contains("8 MiB");
    }

    @Test
    void newListsCountTowardsAllResults() {
        Value text = Value.of(",".repeat(9_999));
        String template = "[[ range .params.l ]][[ $y := split \",\" $.params.x ]][[ end ]]";
        assertThat(Data.failure(template, "x", text, "l", ones(60))).contains("8 MiB");
    }

    @Test
    void splitAndListMakeTenThousandElements() throws TemplateException {
        assertThat(Data.evaluate("[[ split \",\" .params.x | len ]]", "x", commas(9_999)))
                .isEqualTo(Value.of(10_000));
        assertThat(Data.failure("[[ split \",\" .params.x ]]", "x", commas(10_000)))
                .contains("more than 10000 elements");
        assertThat(Data.failure("[[ split \"\" .params.x ]]", "x", commas(10_001)))
                .contains("more than 10000 elements");
        assertThat(Data.evaluate("[[ len (list" + " 1".repeat(10_000) + ") ]]"))
                .isEqualTo(Value.of(10_000));
        assertThat(Data.failure("[[ len (list" + " 1".repeat(10_001) + ") ]]"))
                .contains("more than 10000 elements");
    }

    @Test
    void rangeVisitsTenThousandElementsInAll() throws TemplateException {
        String twice = "[[ range .params.a ]][[ end ]][[ range .params.b ]][[ end ]]";
        assertThat(Data.text(twice, "a", ones(4_000), "b", ones(6_000))).isEmpty();
        assertThat(Data.failure(twice, "a", ones(4_000), "b", ones(6_001)))
                .contains("more than 10000 elements");
        String nested = "[[ range .params.a ]][[ range $.params.a ]][[ end ]][[ end ]]";
        assertThat(Data.failure(nested, "a", ones(100))).contains("more than 10000 elements");
        // A loop that stops early only counts what it visited.
        assertThat(Data.text("[[ range .params.a ]][[ break ]][[ end ]]", "a", ones(20_000)))
                .isEmpty();
    }

    @Test
    void rangeNestsThreeDeep() throws TemplateException {
        String open = "[[ range .params.a ]]";
        String end = "[[ end ]]";
        Template.parse(open.repeat(3) + end.repeat(3) + open + end);
        assertThat(Data.refusal(open.repeat(4) + end.repeat(4))).contains("more than 3 deep");
    }

    @Test
    void theTimeIsCheckedAtEveryPipeline() throws TemplateException {
        for (String action :
                List.of(
                        "[[ 1 ]]",
                        "[[ $x := 1 ]]",
                        "[[ if true ]][[ end ]]",
                        "[[ with 1 ]][[ end ]]",
                        "[[ range .params.l ]][[ end ]]",
                        "[[ print (print 1) ]]")) {
            Template template = Template.parse("a" + action + action + "b");
            TemplateData data = Data.with("l", ones(1));
            AtomicLong late = new AtomicLong();
            // The first reading is the start; the last but one is still in time.
            assertThat(template.evaluate(data, late::get)).isInstanceOf(Value.Text.class);
            AtomicLong readings = new AtomicLong();
            assertThatThrownBy(() ->
                            template.evaluate(
                                    data,
                                    () ->
                                            readings.getAndIncrement()
                                                    * Duration.ofSeconds(3).toNanos()))
                    .as(action)
                    .isInstanceOf(TemplateException.class)
                    .hasMessageContaining("longer than 5 seconds");
            assertThat(readings).hasValue(3);
        }
    }

    @Test
    void aClockThatWrapsAroundDoesNotMatter() throws TemplateException {
        long[] time = {Long.MAX_VALUE - 1};
        Template template = Template.parse("[[ 1 ]][[ 2 ]]");
        assertThat(template.evaluate(Data.with(), () -> time[0]++)).isEqualTo(Value.of("12"));
    }

    @Test
    void valuesNestAHundredDeep() throws TemplateException {
        Value deep = Value.of(1);
        for (int i = 0; i < 100; i++) {
            deep = Data.list(deep);
        }
        assertThat(Data.evaluate("[[ .params.x ]]", "x", deep)).isEqualTo(deep);
        Value deeper = new Value.Mapping(Map.of("k", deep));
        for (String template :
                List.of("[[ .params.x ]]", "[[ toJson .params.x ]]", "[[ list .params.x ]]")) {
            assertThat(Data.failure(template, "x", deeper)).contains("more than 100 deep");
        }
        String growing = "[[ $x := list ]][[ range .params.l ]][[ $x = list $x ]][[ end ]]";
        assertThat(Data.failure(growing, "l", ones(9_000))).contains("more than 100 deep");
    }

    private static Value ones(int count) {
        return new Value.Sequence(Collections.nCopies(count, Value.of(1)));
    }

    private static Value commas(int count) {
        return Value.of(",".repeat(count));
    }

    @Test
    void mapsAreVisitedInTheOrderOfCodePoints() throws TemplateException {
        Value map =
                Value.ofTexts(Map.of("b", "", "a", "", "\uFFEE", "", "\uD83D\uDE00", "", "B", ""));
        assertThat(Data.text("[[ range $k, $v := .params.m ]][[ $k ]] [[ end ]]", "m", map))
                .isEqualTo("B a b \uFFEE \uD83D\uDE00 ");
    }
}
