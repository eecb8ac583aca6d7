package dev.myriarch.config;

import dev.myriarch.base.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what somebody may have meant. */
final class NearestKey {
    private static final int MAX_LENGTH = 100;

    private NearestKey() {}

    /** The known key with the fewest edits, if they are at most a third of its length. */
    static Optional<String> of(String key, Collection<String> known) {
        if (key.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        return known.stream()
                .min(
                        Comparator.<String>comparingInt(
                                        candidate -> EditDistance.between(key, candidate))
                                .thenComparing(Comparator.naturalOrder()))
                .filter(found ->
                        EditDistance.between(key, found) <= Math.max(2, found.length() / 3));
    }

    /** The sentence for an unknown key. */
    static String hint(String key, Collection<String> known) {
        return of(key, known)
                .map(nearest -> "unknown key; did you mean " + nearest + "?")
                .orElseGet(() ->
                        "unknown key; known are "
                                + String.join(", ", known.stream().sorted().toList()));
    }
}
