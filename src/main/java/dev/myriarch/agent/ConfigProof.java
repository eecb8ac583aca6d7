package dev.myriarch.agent;

import dev.myriarch.domain.ConfigHash;
import java.util.List;
import java.util.Locale;

/**
 * How a reported effective configuration compares with an offered one.
 *
 * @param offer what was offered
 * @param report what was reported; a newer report or another offer makes this one worthless
 * @param differences what is another value, or is missing, or was not offered
 * @param leftOut paths of values that the report lacks, for no reason that is known
 */
public record ConfigProof(
        Result result,
        ConfigHash offer,
        ConfigHash report,
        List<Difference> differences,
        List<String> leftOut) {
    public ConfigProof {
        differences = List.copyOf(differences);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * @param path keys with dots in between
     * @param offered empty for a pipeline that was not offered
     * @param reported empty for what is missing
     */
    public record Difference(String path, String offered, String reported) {}

    /** From the best to the worst. */
    public enum Result {
        /** Every value of the offer is in the report. */
        VERIFIED,
        /** Nothing differs, but the report lacks values. */
        LEFT_OUT,
        /** Something differs, or a component or a pipeline is missing or was not offered. */
        DIFFERS,
        /** One of the two is no YAML, or too large to compare. */
        UNKNOWN;

        /** Text in the database and the API: lower case. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Result of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT));
        }
    }
}
