package dev.myriarch.domain;

import java.util.Locale;

/** OpAMP {@code RemoteConfigStatuses}. */
public enum RemoteConfigStatus {
    UNSET,
    APPLIED,
    APPLYING,
    FAILED;

    /** Text in the database and the API: lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static RemoteConfigStatus of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
