package dev.myriarch.gen;

import dev.myriarch.base.Value;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What the constructors and writers of the generated records share. */
final class Encoders {
    private static final DateTimeFormatter MILLISECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private Encoders() {}

    /** RFC 3339 in UTC, always with three digits after the second; the rest is cut. */
    static Value instant(Instant instant) {
        return Value.of(MILLISECONDS.format(instant));
    }

    static <T> Value list(List<T> elements, Function<T, Value> encoder) {
        List<Value> encoded = new ArrayList<>(elements.size());
        elements.forEach(element -> encoded.add(encoder.apply(element)));
        return new Value.Sequence(encoded);
    }

    static <T> Value map(Map<String, T> elements, Function<T, Value> encoder) {
        Map<String, Value> encoded = new LinkedHashMap<>();
        elements.forEach((key, element) -> encoded.put(key, encoder.apply(element)));
        return new Value.Mapping(encoded);
    }

    /** A copy that keeps the order. */
    static <T> Map<String, T> copy(Map<String, T> elements) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(elements));
    }

    static <T> Map<String, List<T>> copyLists(Map<String, List<T>> elements) {
        Map<String, List<T>> copy = new LinkedHashMap<>();
        elements.forEach((key, list) -> copy.put(key, List.copyOf(list)));
        return Collections.unmodifiableMap(copy);
    }

    static void requireAllowed(String name, String value, List<String> allowed) {
        if (!allowed.contains(value)) {
            throw new IllegalArgumentException(name + " is none of " + allowed + ": " + value);
        }
    }

    static void requireAllowed(String name, Optional<String> value, List<String> allowed) {
        value.ifPresent(present -> requireAllowed(name, present, allowed));
    }

    static void requireAllowed(String name, Collection<String> values, List<String> allowed) {
        values.forEach(value -> requireAllowed(name, value, allowed));
    }
}
