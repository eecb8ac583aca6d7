package dev.myriarch.rollout;

import java.util.Locale;

/** Where one agent stands in a rollout. */
public enum TargetStatus {
    PENDING,
    WAITING_WINDOW,
    IN_PROGRESS,
    VERIFYING,
    SUCCEEDED,
    FAILED,
    SKIPPED,
    CANCELLED,
    ROLLED_BACK;

    /** Text in the database and the API: lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static TargetStatus of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
