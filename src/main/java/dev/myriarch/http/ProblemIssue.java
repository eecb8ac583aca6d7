package dev.myriarch.http;

import java.util.Objects;

/**
 * One finding in what a caller sent, in the {@code issues} of a problem document.
 *
 * @param code stable and short
 * @param path where in the input
 * @param message what is wrong and what to do
 */
public record ProblemIssue(String code, String path, String message) {
    public ProblemIssue {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(message, "message");
    }
}
