package dev.myriarch.blueprint;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Kinds of collector components; the configuration has a section for each. */
public enum ComponentKind {
    RECEIVER,
    PROCESSOR,
    EXPORTER,
    CONNECTOR,
    EXTENSION;

    /** Such as {@code receiver}. */
    public String singular() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Such as {@code receivers}: the section, and the key in what agents report. */
    public String plural() {
        return singular() + "s";
    }

    /** Reads either form. */
    public static Optional<ComponentKind> of(String text) {
        return Arrays.stream(values())
                .filter(kind -> kind.singular().equals(text) || kind.plural().equals(text))
                .findFirst();
    }
}
