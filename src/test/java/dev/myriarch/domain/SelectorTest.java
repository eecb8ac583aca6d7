package dev.myriarch.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.domain.Selector.Condition;
import dev.myriarch.domain.Selector.Operator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SelectorTest {
    private static final Map<String, String> VIEW =
            Map.of("os.type", "linux", "host.name", "edge-007", "labels.team", "core");

    @Test
    void emptySelectorMatchesEveryAgent() {
        assertThat(Selector.EVERYTHING.isEmpty()).isTrue();
        assertThat(Selector.EVERYTHING.matches(Map.of())).isTrue();
        assertThat(Selector.EVERYTHING.matches(VIEW)).isTrue();
    }

    @Test
    void attributesMustBeExactlyEqual() {
        assertThat(attributes("os.type", "linux").matches(VIEW)).isTrue();
        assertThat(attributes("os.type", "Linux").matches(VIEW)).isFalse();
        assertThat(attributes("site.id", "").matches(VIEW)).isFalse();
    }

    @Test
    void inNeedsTheAttributeAndOneOfTheValues() {
        assertThat(matches("os.type", Operator.IN, "windows", "linux")).isTrue();
        assertThat(matches("os.type", Operator.IN, "windows")).isFalse();
        assertThat(matches("site.id", Operator.IN, "")).isFalse();
    }

    @Test
    void notInAcceptsAMissingAttribute() {
        assertThat(matches("site.id", Operator.NOT_IN, "a")).isTrue();
        assertThat(matches("os.type", Operator.NOT_IN, "windows")).isTrue();
        assertThat(matches("os.type", Operator.NOT_IN, "windows", "linux")).isFalse();
    }

    @Test
    void existenceLooksAtTheKeyOnly() {
        assertThat(matches("labels.team", Operator.EXISTS)).isTrue();
        assertThat(matches("site.id", Operator.EXISTS)).isFalse();
        assertThat(matches("labels.team", Operator.DOES_NOT_EXIST)).isFalse();
        assertThat(matches("site.id", Operator.DOES_NOT_EXIST)).isTrue();
    }

    @Test
    void globMatchesTheWholeValue() {
        assertThat(matches("host.name", Operator.GLOB, "core-*", "edge-0*")).isTrue();
        assertThat(matches("host.name", Operator.GLOB, "edge-0")).isFalse();
        assertThat(matches("site.id", Operator.GLOB, "*")).isFalse();
    }

    @Test
    void allConditionsMustHold() {
        Selector selector =
                new Selector(
                        Map.of("os.type", "linux"),
                        List.of(new Condition("site.id", Operator.EXISTS, List.of())));

        assertThat(selector.matches(VIEW)).isFalse();
        assertThat(selector.matches(Map.of("os.type", "linux", "site.id", "1"))).isTrue();
    }

    @Test
    void conditionsReadAsPhrases() {
        Selector selector =
                new Selector(
                        Map.of("os.type", "linux", "a", "b"),
                        List.of(
                                new Condition("site", Operator.NOT_IN, List.of("x", "y")),
                                new Condition("site", Operator.DOES_NOT_EXIST, List.of())));

        assertThat(selector.words())
                .containsExactly(
                        "a is b", "os.type is linux", "site is none of x, y", "site is not set");
    }

    @Test
    void conditionRefusesValuesThatItsOperatorCannotUse() {
        assertThatThrownBy(() -> new Condition("a", Operator.IN, List.of()))
                .hasMessage("In needs values");
        assertThatThrownBy(() -> new Condition("a", Operator.EXISTS, List.of("b")))
                .hasMessage("Exists takes none");
    }

    private static Selector attributes(String key, String value) {
        return new Selector(Map.of(key, value), List.of());
    }

    private static boolean matches(String key, Operator operator, String... values) {
        Condition condition = new Condition(key, operator, List.of(values));
        return new Selector(Map.of(), List.of(condition)).matches(VIEW);
    }
}
