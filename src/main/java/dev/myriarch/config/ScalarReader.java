package dev.myriarch.config;

import dev.myriarch.base.Value;
import dev.myriarch.yaml.Position;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlNode.ScalarNode;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads one scalar: its variable, else its node with references put in, and then the text as its
 * type. What is wrong goes to the problems, and the default takes its place.
 *
 * @param kind of value the file may hold besides a text with a reference
 * @param expectation what the problem says
 */
record ScalarReader<T>(
        SectionKeys keys,
        Class<? extends Value> kind,
        Function<String, Optional<T>> parser,
        String expectation) {
    /** A text as it came, with where it came from. */
    private record Input(String text, Optional<Position> position) {}

    /**
     * @param written the default as it is written
     */
    T read(String key, T fallback, String written) {
        keys.setEffective(key, value(written));
        Optional<Input> input = input(key);
        if (input.isEmpty()) {
            return fallback;
        }
        keys.setEffective(key, value(input.get().text()));
        Optional<T> parsed = parser.apply(input.get().text());
        if (parsed.isEmpty()) {
            problem(key, input.get().position());
        }
        return parsed.orElse(fallback);
    }

    private Value value(String text) {
        if (kind == Value.Bool.class) {
            return Value.of(Boolean.parseBoolean(text));
        }
        boolean number = kind == Value.Int.class && text.matches("[+-]?[0-9]+");
        return number ? new Value.Int(new BigInteger(text)) : Value.of(text);
    }

    private void problem(String key, Optional<Position> position) {
        keys.decoding().problems().add(keys.pathOf(key), position, expectation);
    }

    private Optional<Input> input(String key) {
        Optional<String> override = keys.override(key);
        if (override.isPresent()) {
            return Optional.of(new Input(override.get(), Optional.empty()));
        }
        Optional<YamlNode> node = keys.node(key);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        if (node.get() instanceof ScalarNode scalar) {
            return input(key, scalar);
        }
        problem(key, Optional.of(node.get().position()));
        return Optional.empty();
    }

    private Optional<Input> input(String key, ScalarNode scalar) {
        Optional<Position> position = Optional.of(scalar.position());
        return switch (scalar.value()) {
            case Value.Text(String text) ->
                    expand(key, text, position).map(expanded -> new Input(expanded, position));
            case Value.Int(BigInteger number) when kind == Value.Int.class ->
                    Optional.of(new Input(number.toString(), position));
            case Value.Bool(boolean truth) when kind == Value.Bool.class ->
                    Optional.of(new Input(Boolean.toString(truth), position));
            case Value _ -> {
                problem(key, position);
                yield Optional.empty();
            }
        };
    }

    /** Only what a variable gave may be text where a number or truth value is meant. */
    private Optional<String> expand(String key, String text, Optional<Position> position) {
        Decoding decoding = keys.decoding();
        Optional<String> expanded =
                decoding.environment().expand(text, keys.pathOf(key), decoding.problems());
        boolean quoted = kind != Value.Text.class && expanded.equals(Optional.of(text));
        if (quoted && isNumberOrTruth(text)) {
            problem(key, position);
            return Optional.empty();
        }
        return expanded;
    }

    private static boolean isNumberOrTruth(String text) {
        return text.matches("[+-]?[0-9]+|true|false");
    }
}
