package dev.myriarch.domain;

import dev.myriarch.base.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Chooses agents by their attribute view. All conditions must hold; a selector without conditions
 * matches every agent.
 *
 * @param matchAttributes key to the exact value it must have
 */
public record Selector(Map<String, String> matchAttributes, List<Condition> matchExpressions) {
    /** Matches every agent. */
    public static final Selector EVERYTHING = new Selector(Map.of(), List.of());

    public Selector {
        matchAttributes = Map.copyOf(matchAttributes);
        matchExpressions = List.copyOf(matchExpressions);
    }

    /** True when there is no condition. */
    public boolean isEmpty() {
        return matchAttributes.isEmpty() && matchExpressions.isEmpty();
    }

    /** Whether all conditions hold for {@code view}, an attribute view. */
    public boolean matches(Map<String, String> view) {
        return matchAttributes.entrySet().stream()
                        .allMatch(wanted -> wanted.getValue().equals(view.get(wanted.getKey())))
                && matchExpressions.stream().allMatch(condition -> condition.matches(view));
    }

    /**
     * The conditions that do not hold for {@code view}, each as a phrase for people with what the
     * agent has instead; none when the selector matches.
     */
    public List<String> misses(Map<String, String> view) {
        List<String> misses = new ArrayList<>();
        new TreeMap<>(matchAttributes)
                .forEach((key, value) -> {
                    if (!value.equals(view.get(key))) {
                        misses.add(key + " is " + value + present(view, key));
                    }
                });
        for (Condition condition : matchExpressions) {
            if (!condition.matches(view)) {
                misses.add(condition.words() + present(view, condition.key()));
            }
        }
        return misses;
    }

    private static String present(Map<String, String> view, String key) {
        String value = view.get(key);
        return value == null ? " (the agent has no " + key + ")" : " (the agent has " + value + ")";
    }

    /** Each condition as a phrase for people, in a stable order; none means every agent. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        new TreeMap<>(matchAttributes).forEach((key, value) -> words.add(key + " is " + value));
        matchExpressions.forEach(condition -> words.add(condition.words()));
        return words;
    }

    /** How a {@link Condition} compares. */
    public enum Operator {
        IN("In", "is one of"),
        NOT_IN("NotIn", "is none of"),
        EXISTS("Exists", "is set"),
        DOES_NOT_EXIST("DoesNotExist", "is not set"),
        GLOB("Glob", "is like one of");

        private final String text;
        private final String phrase;

        Operator(String text, String phrase) {
            this.text = text;
            this.phrase = phrase;
        }

        /** Spelling in the repository. */
        public String text() {
            return text;
        }

        /** Whether the condition lists values. */
        public boolean takesValues() {
            return this != EXISTS && this != DOES_NOT_EXIST;
        }
    }

    /**
     * One condition on one key.
     *
     * @param values accepted values, or patterns for {@link Operator#GLOB}; empty exactly for the
     *     operators that take none
     */
    public record Condition(String key, Operator operator, List<String> values) {
        public Condition {
            Objects.requireNonNull(key, "key");
            values = List.copyOf(values);
            if (operator.takesValues() == values.isEmpty()) {
                throw new IllegalArgumentException(
                        operator.text() + (values.isEmpty() ? " needs values" : " takes none"));
            }
        }

        boolean matches(Map<String, String> view) {
            String value = view.get(key);
            return switch (operator) {
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
                case GLOB ->
                        value != null
                                && values.stream()
                                        .anyMatch(pattern -> Glob.matches(pattern, value));
            };
        }

        String words() {
            String phrase = key + " " + operator.phrase;
            return values.isEmpty() ? phrase : phrase + " " + String.join(", ", values);
        }
    }
}
