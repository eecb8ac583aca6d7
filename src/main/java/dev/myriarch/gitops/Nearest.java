package dev.myriarch.gitops;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody probably meant. */
final class Nearest {
    private static final int MAX_LENGTH = 64;

    private Nearest() {}

    /** The closest of {@code names}; empty when none is close. */
    static Optional<String> to(String written, Collection<String> names) {
        if (written.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String lower = written.toLowerCase(Locale.ROOT);
        int limit = Math.max(1, written.length() / 3);
        return names.stream()
                .filter(name -> distance(lower, name.toLowerCase(Locale.ROOT)) <= limit)
                .min(
                        Comparator.comparingInt(
                                name -> distance(lower, name.toLowerCase(Locale.ROOT))));
    }

    /** Insertions, deletions and replacements from one text to the other. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            row[column] = column;
        }
        for (int line = 1; line <= from.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, 1 + Math.min(diagonal, row[column - 1]));
            }
        }
        return row[to.length()];
    }
}
