package dev.myriarch.rollout;

import java.util.Locale;

/** Who wanted a rollout: a commit, or a person who chose a version in the UI. */
public enum RolloutOrigin {
    GITOPS,
    UI;

    /** Text in the database and the API: lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static RolloutOrigin of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
