package dev.myriarch.blueprint;

import dev.myriarch.base.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A declared parameter.
 *
 * @param defaultValue used when no other source gives a value
 * @param fromAttribute key of the attribute view that gives the value when the agent has it
 */
public record Parameter(
        String name,
        Type type,
        String description,
        boolean required,
        Optional<Value> defaultValue,
        Constraints constraints,
        Optional<String> fromAttribute,
        Origin origin) {
    public Parameter {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(constraints, "constraints");
        Objects.requireNonNull(origin, "origin");
    }

    /** Type of the values; the name in lower case is the spelling in the repository. */
    public enum Type {
        STRING,
        INT,
        NUMBER,
        BOOL,
        DURATION,
        LIST,
        MAP;

        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What values are accepted besides their type.
     *
     * @param allowed the accepted values; empty accepts all
     * @param pattern must match the whole string
     * @param min smallest number, inclusive
     * @param max largest number, inclusive
     */
    public record Constraints(
            List<Value> allowed,
            Optional<TextPattern> pattern,
            Optional<BigDecimal> min,
            Optional<BigDecimal> max) {
        public static final Constraints NONE =
                new Constraints(List.of(), Optional.empty(), Optional.empty(), Optional.empty());

        public Constraints {
            allowed = List.copyOf(allowed);
        }
    }
}
