package dev.myriarch.opamp;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Attributes within their bounds, and the keys of those that were not.
 *
 * @param cut whose values are kept as their beginning
 * @param leftOut that are not kept at all
 */
record KeptAttributes(Map<String, String> texts, List<String> cut, List<String> leftOut) {
    /** Keys that an event names; it gives the number of the others. */
    private static final int NAMED = 20;

    /** Characters of a key that an event shows. */
    private static final int SHOWN = 64;

    KeptAttributes {
        texts = Map.copyOf(texts);
        cut = List.copyOf(cut);
        leftOut = List.copyOf(leftOut);
    }

    KeptAttributes(Map<String, String> texts, Collection<String> cut, Collection<String> leftOut) {
        this(texts, List.copyOf(cut), List.copyOf(leftOut));
    }

    /** Attributes of which nothing is missing. */
    static KeptAttributes whole(Map<String, String> texts) {
        return new KeptAttributes(texts, List.of(), List.of());
    }

    /** {@code keys} on one line of bounded length. */
    static String line(List<String> first, List<String> second) {
        List<String> keys = Stream.concat(first.stream(), second.stream()).toList();
        String named =
                keys.stream()
                        .limit(NAMED)
                        .map(KeptAttributes::shown)
                        .collect(Collectors.joining(", "));
        return keys.size() > NAMED ? "%s and %d more".formatted(named, keys.size() - NAMED) : named;
    }

    private static String shown(String key) {
        return key.codePointCount(0, key.length()) <= SHOWN
                ? key
                : key.substring(0, key.offsetByCodePoints(0, SHOWN)) + "…";
    }
}
