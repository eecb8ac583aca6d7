package dev.myriarch.gen;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A query parameter of an operation.
 *
 * @param repeated true when it may occur several times
 * @param fallback the value when it is absent
 */
public record Parameter(String name, Type type, boolean repeated, Optional<String> fallback) {
    public Parameter {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(fallback, "fallback");
    }

    /** What one value may be. */
    public sealed interface Type {}

    /** A text of bounded length, and one of {@code allowed} unless that is empty. */
    public record Text(int maxLength, List<String> allowed) implements Type {
        public Text {
            allowed = List.copyOf(allowed);
        }
    }

    /** A decimal integer in bounds. */
    public record Whole(long minimum, long maximum) implements Type {}
}
