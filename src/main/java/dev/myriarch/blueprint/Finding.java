package dev.myriarch.blueprint;

import java.util.Objects;

/**
 * Something wrong, or at least remarkable, about a blueprint or its rendering.
 *
 * @param code stable issue code
 * @param message what is wrong and what to do; holds at most 40 characters of any value
 */
public record Finding(String code, Severity severity, String message, Origin origin) {
    public Finding {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(origin, "origin");
    }

    /** An error leaves no rendering; a warning does not hinder. */
    public enum Severity {
        ERROR,
        WARNING
    }

    public static Finding error(String code, Origin origin, String message) {
        return new Finding(code, Severity.ERROR, message, origin);
    }

    public static Finding warning(String code, Origin origin, String message) {
        return new Finding(code, Severity.WARNING, message, origin);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }
}
