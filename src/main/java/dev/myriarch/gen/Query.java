package dev.myriarch.gen;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The query of a request, checked against what its operation understands. Immutable. */
public final class Query {
    /** More values of one parameter than anybody chooses in a filter. */
    private static final int MAX_VALUES = 100;

    private final Map<String, List<String>> values;

    private Query(Map<String, List<String>> values) {
        this.values = values;
    }

    /**
     * @param names the names in the request
     * @param read all values of a name, in order
     * @throws MyriarchException {@code bad_request} that names the parameter and what it may be
     */
    public static Query of(
            Operation operation, Set<String> names, Function<String, List<String>> read) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        Set<String> unknown = new TreeSet<>(names);
        for (Parameter parameter : operation.query()) {
            unknown.remove(parameter.name());
            List<String> given = List.copyOf(read.apply(parameter.name()));
            check(parameter, given);
            values.put(
                    parameter.name(),
                    given.isEmpty() ? parameter.fallback().stream().toList() : given);
        }
        if (!unknown.isEmpty()) {
            throw badRequest(
                    "unknown query parameter "
                            + String.join(", ", unknown)
                            + (values.isEmpty()
                                    ? "; there is none here"
                                    : "; known here: " + String.join(", ", values.keySet())));
        }
        return new Query(values);
    }

    private static void check(Parameter parameter, List<String> given) {
        int most = parameter.repeated() ? MAX_VALUES : 1;
        if (given.size() > most) {
            throw badRequest(
                    "query parameter "
                            + parameter.name()
                            + (most == 1
                                    ? " may occur once only"
                                    : " may occur at most " + most + " times"));
        }
        for (String value : given) {
            explain(parameter.type(), value)
                    .ifPresent(what -> {
                        throw badRequest("query parameter " + parameter.name() + " " + what);
                    });
        }
    }

    /** Why a value is wrong; empty when it is right. */
    private static Optional<String> explain(Parameter.Type type, String value) {
        return switch (type) {
            case Parameter.Text(int maxLength, List<String> allowed) -> {
                if (value.length() > maxLength) {
                    yield Optional.of("must have at most " + maxLength + " characters");
                }
                yield allowed.isEmpty() || allowed.contains(value)
                        ? Optional.empty()
                        : Optional.of("must be one of " + String.join(", ", allowed));
            }
            case Parameter.Whole(long minimum, long maximum) ->
                    isBetween(value, minimum, maximum)
                            ? Optional.empty()
                            : Optional.of(
                                    "must be an integer between " + minimum + " and " + maximum);
        };
    }

    private static boolean isBetween(String value, long minimum, long maximum) {
        try {
            long number = Long.parseLong(value);
            return number >= minimum && number <= maximum;
        } catch (NumberFormatException notANumber) {
            return false;
        }
    }

    /** The values of a parameter, or its fallback; empty when it is absent. */
    public List<String> texts(String name) {
        List<String> texts = values.get(name);
        if (texts == null) {
            throw new IllegalArgumentException("the operation has no query parameter " + name);
        }
        return texts;
    }

    /** The only value of a parameter. */
    public Optional<String> text(String name) {
        return texts(name).stream().findFirst();
    }

    /** The value of a number that has a fallback. */
    public int integer(String name) {
        return text(name)
                .map(Integer::parseInt)
                .orElseThrow(() -> new IllegalArgumentException(name + " has no default"));
    }

    private static MyriarchException badRequest(String message) {
        return new MyriarchException(ErrorCode.BAD_REQUEST, message);
    }
}
