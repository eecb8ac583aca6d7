package dev.myriarch.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
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
                        Comparator.<String>comparingInt(candidate -> edits(key, candidate))
                                .thenComparing(Comparator.naturalOrder()))
                .filter(found -> edits(key, found) <= Math.max(2, found.length() / 3));
    }

    /** The sentence for an unknown key. */
    static String hint(String key, Collection<String> known) {
        return of(key, known)
                .map(nearest -> "unknown key; did you mean " + nearest + "?")
                .orElseGet(() ->
                        "unknown key; known are "
                                + String.join(", ", known.stream().sorted().toList()));
    }

    /** Levenshtein distance, without regard to case. */
    private static int edits(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
