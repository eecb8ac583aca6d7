package dev.myriarch.db;

import dev.myriarch.base.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One numbered change of the schema, from the files {@code NNNNN_name.up.sql} and {@code
 * .down.sql}. Never edited after it may have been applied anywhere.
 *
 * @param number 1 and up, without gaps
 */
record Migration(int number, String name, String up, String down) {
    private static final String FOLDER = "migrations/";
    private static final Pattern ENTRY = Pattern.compile("(\\d{5})_([a-z0-9_]+)");

    Migration {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(up, "up");
        Objects.requireNonNull(down, "down");
    }

    /** SHA-256 of the up script, 64 hex digits. */
    String checksum() {
        return Sha256.hex(up);
    }

    /** Number and name as messages show them. */
    String label() {
        return "%05d_%s".formatted(number, name);
    }

    /** The migrations in this program, ascending; {@code index.txt} names them. */
    static List<Migration> embedded() {
        List<Migration> migrations = new ArrayList<>();
        for (String entry : read("index.txt").lines().toList()) {
            Matcher matcher = ENTRY.matcher(entry);
            if (!matcher.matches()) {
                throw new IllegalStateException("not the name of a migration: " + entry);
            }
            int number = Integer.parseInt(matcher.group(1));
            if (number != migrations.size() + 1) {
                throw new IllegalStateException(
                        "migrations are not numbered without gaps: " + entry);
            }
            migrations.add(
                    new Migration(
                            number,
                            matcher.group(2),
                            read(entry + ".up.sql"),
                            read(entry + ".down.sql")));
        }
        return List.copyOf(migrations);
    }

    private static String read(String file) {
        try (InputStream in = Migration.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + FOLDER + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + FOLDER + file, e);
        }
    }
}
