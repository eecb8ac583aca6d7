package dev.myriarch.db;

import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the comment at the head of a migration promises.
 *
 * @param raisedTo the new compatibility level; empty for a migration that only expands
 */
record MigrationHeader(OptionalInt raisedTo) {
    private static final String UPDATE = "-- Rolling update: ";
    private static final String LEVEL = "-- Compatibility level: ";
    private static final Pattern RAISED = Pattern.compile("raised to (\\d{5})");

    /**
     * @throws IllegalArgumentException if a line is missing or twice, or if both do not agree
     */
    static MigrationHeader of(Migration migration) {
        String update = line(migration, UPDATE);
        String level = line(migration, LEVEL);
        boolean expands = update.equals("expand only.") || update.startsWith("expand only. ");
        if (expands && level.equals("unchanged")) {
            return new MigrationHeader(OptionalInt.empty());
        }
        Matcher raised = RAISED.matcher(level);
        if (update.matches("not compatible, .+") && raised.matches()) {
            int to = Integer.parseInt(raised.group(1));
            if (to < 1 || to > migration.number()) {
                throw invalid(migration, "the level must be 00001 to the migration's own number");
            }
            return new MigrationHeader(OptionalInt.of(to));
        }
        throw invalid(
                migration,
                "the header must say \"expand only.\" with \"unchanged\", or \"not compatible, …\" with \"raised to NNNNN\"");
    }

    private static String line(Migration migration, String start) {
        List<String> found =
                migration
                        .up()
                        .lines()
                        .takeWhile(line -> line.startsWith("--"))
                        .filter(line -> line.startsWith(start))
                        .toList();
        if (found.size() != 1) {
            throw invalid(migration, "the header needs one line \"" + start + "…\"");
        }
        return found.getFirst().substring(start.length()).strip();
    }

    private static IllegalArgumentException invalid(Migration migration, String message) {
        return new IllegalArgumentException("migration " + migration.label() + ": " + message);
    }
}
