package dev.myriarch.blueprint;

import dev.myriarch.base.GoDuration;
import dev.myriarch.base.GoScalars;
import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import dev.myriarch.json.JsonException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Types and constraints of parameter values. */
final class ParameterRules {
    private ParameterRules() {}

    /** What is wrong with {@code value}, as the end of a sentence; empty when nothing is. */
    static Optional<String> problem(Parameter parameter, Value value) {
        return typeProblem(parameter.type(), value).or(() -> constraintProblem(parameter, value));
    }

    private static Optional<String> typeProblem(Parameter.Type type, Value value) {
        boolean fits =
                switch (type) {
                    case STRING -> value instanceof Value.Text;
                    case INT -> value instanceof Value.Int(var number) && number.bitLength() < 64;
                    case NUMBER -> isNumber(value);
                    case BOOL -> value instanceof Value.Bool;
                    case DURATION -> value instanceof Value.Text;
                    case LIST -> value instanceof Value.Sequence;
                    case MAP -> value instanceof Value.Mapping;
                };
        if (!fits) {
            String hint = type == Parameter.Type.STRING ? "; put it in quotes" : "";
            return Optional.of(
                    "must be of type %s, not %s%s".formatted(type.text(), value.typeName(), hint));
        }
        if (type == Parameter.Type.DURATION
                && value instanceof Value.Text(String text)
                && GoDuration.parse(text).isEmpty()) {
            return Optional.of("must be a duration such as 30s or 1h30m, not " + Quote.of(text));
        }
        return Optional.empty();
    }

    private static boolean isNumber(Value value) {
        return switch (value) {
            case Value.Int(var number) -> number.bitLength() < 64;
            case Value.Decimal(double number) -> Double.isFinite(number);
            case Value.Text _, Value.Bool _, Value.Null _, Value.Sequence _, Value.Mapping _ ->
                    false;
        };
    }

    private static Optional<String> constraintProblem(Parameter parameter, Value value) {
        Parameter.Constraints constraints = parameter.constraints();
        if (!constraints.allowed().isEmpty()
                && constraints.allowed().stream().noneMatch(each -> same(each, value))) {
            return Optional.of(
                    "must be one of "
                            + constraints.allowed().stream()
                                    .map(ParameterRules::shown)
                                    .collect(Collectors.joining(", "))
                            + ", not "
                            + shown(value));
        }
        if (constraints.pattern().isPresent()
                && value instanceof Value.Text(String text)
                && !constraints.pattern().get().matches(text)) {
            return Optional.of(
                    "must match %s as a whole, which %s does not"
                            .formatted(constraints.pattern().get(), Quote.of(text)));
        }
        return rangeProblem(constraints, value);
    }

    private static Optional<String> rangeProblem(Parameter.Constraints constraints, Value value) {
        if (!isNumber(value)) {
            return Optional.empty();
        }
        BigDecimal number = decimal(value);
        if (constraints.min().filter(min -> number.compareTo(min) < 0).isPresent()) {
            return Optional.of(
                    "must be at least %s, not %s"
                            .formatted(constraints.min().get().toPlainString(), shown(value)));
        }
        if (constraints.max().filter(max -> number.compareTo(max) > 0).isPresent()) {
            return Optional.of(
                    "must be at most %s, not %s"
                            .formatted(constraints.max().get().toPlainString(), shown(value)));
        }
        return Optional.empty();
    }

    /** An integer equals the floating point number of the same size. */
    private static boolean same(Value one, Value other) {
        return (isNumber(one) && isNumber(other))
                ? decimal(one).compareTo(decimal(other)) == 0
                : one.equals(other);
    }

    private static BigDecimal decimal(Value number) {
        return switch (number) {
            case Value.Int(var integer) -> new BigDecimal(integer);
            case Value.Decimal(double floating) -> BigDecimal.valueOf(floating);
            case Value.Text _, Value.Bool _, Value.Null _, Value.Sequence _, Value.Mapping _ ->
                    throw new IllegalArgumentException("not a number: " + number.typeName());
        };
    }

    private static String shown(Value value) {
        return Quote.of(value instanceof Value.Text(String text) ? text : Json.write(value));
    }

    /** The value that the text of an attribute stands for; empty when it does not fit the type. */
    static Optional<Value> convert(Parameter.Type type, String text) {
        return switch (type) {
            case STRING, DURATION -> Optional.of(Value.of(text));
            case INT -> {
                OptionalLong number = GoScalars.atoi(text);
                yield number.isPresent()
                        ? Optional.of(Value.of(number.getAsLong()))
                        : Optional.empty();
            }
            case NUMBER -> {
                OptionalDouble number = GoScalars.parseFloat(text);
                yield number.isPresent()
                        ? Optional.of(Value.of(number.getAsDouble()))
                        : Optional.empty();
            }
            case BOOL -> GoScalars.parseBool(text).map(Value::of);
            case LIST -> json(text).filter(Value.Sequence.class::isInstance);
            case MAP -> json(text).filter(Value.Mapping.class::isInstance);
        };
    }

    private static Optional<Value> json(String text) {
        try {
            return Optional.of(Json.read(text));
        } catch (JsonException notJson) {
            return Optional.empty();
        }
    }
}
