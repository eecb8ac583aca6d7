package dev.myriarch.gitops;

import java.util.Objects;

/**
 * A problem in the GitOps repository.
 *
 * @param code stable code
 * @param file path inside the repository, empty when it is about the whole
 * @param line from 1, 0 when unknown
 * @param column from 1, 0 when unknown
 * @param object {@code <Kind>/<name>}, empty when unknown
 * @param path path of the value inside the object, such as {@code spec.config.receivers.otlp}
 */
public record Issue(
        String code,
        Severity severity,
        String message,
        String file,
        int line,
        int column,
        String object,
        String path) {
    public Issue {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(message, "message");
    }

    /** Errors keep a revision from being applied; warnings do not. */
    public enum Severity {
        ERROR,
        WARNING
    }
}
