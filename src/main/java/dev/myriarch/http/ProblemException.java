package dev.myriarch.http;

import dev.myriarch.base.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A failure with more than a code and a text: findings, or headers such as {@code Retry-After}. The
 * message is shown to the caller.
 */
public final class ProblemException extends RuntimeException {
    private final ErrorCode code;
    private final transient List<ProblemIssue> issues;
    private final transient Map<String, String> headers;

    public ProblemException(
            ErrorCode code,
            String message,
            List<ProblemIssue> issues,
            Map<String, String> headers) {
        super(message);
        this.code = Objects.requireNonNull(code, "code");
        this.issues = List.copyOf(issues);
        this.headers = Map.copyOf(headers);
    }

    /** {@code validation_failed} with what was found. */
    public static ProblemException invalid(String message, List<ProblemIssue> issues) {
        return new ProblemException(ErrorCode.VALIDATION_FAILED, message, issues, Map.of());
    }

    public ErrorCode code() {
        return code;
    }

    public List<ProblemIssue> issues() {
        return issues;
    }

    /** Headers of the answer. */
    public Map<String, String> headers() {
        return headers;
    }
}
