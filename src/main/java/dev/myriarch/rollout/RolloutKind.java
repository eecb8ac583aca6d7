package dev.myriarch.rollout;

import java.util.Locale;

/** What a rollout changes on its agents. */
public enum RolloutKind {
    CONFIG,
    VERSION;

    /** Text in the database and the API: lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static RolloutKind of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
