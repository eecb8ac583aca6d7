package dev.myriarch.gitops;

import java.util.List;
import java.util.regex.Pattern;

/** Forms of texts that decoders ask for. The patterns mean the same in Java and in JSON Schema. */
enum TextForm {
    /** Any text. */
    ANY(".*", "any text"),
    PARAMETER_NAME("[A-Za-z][A-Za-z0-9_]{0,127}", "1 to 128 letters, digits and _, a letter first"),
    WEEKDAY("mon|tue|wed|thu|fri|sat|sun", "mon, tue, wed, thu, fri, sat or sun"),
    TIME_OF_DAY("([01][0-9]|2[0-3]):([0-5][0-9])", "HH:MM"),
    VARIABLE("[A-Za-z_][A-Za-z0-9_]{0,127}", "name of an environment variable"),
    URL("[Hh][Tt][Tt][Pp][Ss]?://.+", "https or http URL without credentials"),
    /** Semantic Versioning 2.0.0. The empty text means no version. */
    VERSION(
            "((0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)"
                    + "(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?)?",
            "version such as 0.161.0, without v"),
    /** A path of {@code remove}. */
    REMOVED_PATH("[\\s\\S]+", "keys joined by ::, without templates");

    private final Pattern pattern;
    private final String words;

    TextForm(String pattern, String words) {
        this.pattern = Pattern.compile(pattern);
        this.words = words;
    }

    Pattern pattern() {
        return pattern;
    }

    boolean matches(String text) {
        return pattern.matcher(text).matches();
    }

    /** For the reference. */
    String words() {
        return words;
    }

    /** All texts of the form, when they are few; otherwise empty. */
    List<String> choices() {
        return this == WEEKDAY ? List.of(pattern.pattern().split("\\|", -1)) : List.of();
    }
}
