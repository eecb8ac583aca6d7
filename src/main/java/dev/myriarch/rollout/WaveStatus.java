package dev.myriarch.rollout;

import java.util.Locale;

/** Where a wave stands. */
public enum WaveStatus {
    PENDING,
    WAITING_APPROVAL,
    RUNNING,
    COMPLETED,
    /** Its failure threshold was reached. */
    FAILED,
    /** It has no targets. */
    SKIPPED;

    /** Text in the database and the API: lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static WaveStatus of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
