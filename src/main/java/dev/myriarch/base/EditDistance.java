package dev.myriarch.base;

import java.util.Locale;

/** How far two names are apart, to find what somebody meant. */
public final class EditDistance {
    private EditDistance() {}

    /**
     * Insertions, deletions and replacements from one text to the other, without regard to case.
     */
    public static int between(String one, String other) {
        String from = one.toLowerCase(Locale.ROOT);
        String to = other.toLowerCase(Locale.ROOT);
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

    /** One letter more, less or other, or two neighbours exchanged: hardly two names on purpose. */
    public static boolean isSlip(String one, String other) {
        int distance = between(one, other);
        return distance == 1 || (distance == 2 && isExchange(one, other));
    }

    private static boolean isExchange(String one, String other) {
        if (one.length() != other.length()) {
            return false;
        }
        int at = 0;
        while (at < one.length() && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at + 1 < one.length()
                && one.charAt(at) == other.charAt(at + 1)
                && one.charAt(at + 1) == other.charAt(at)
                && one.regionMatches(at + 2, other, at + 2, one.length() - at - 2);
    }
}
