package dev.myriarch.base;

import java.util.Objects;

/**
 * A failure with a code. The message is shown to the caller: it says what, where and what to do,
 * and holds no secret.
 */
public final class MyriarchException extends RuntimeException {
    private final ErrorCode code;

    public MyriarchException(ErrorCode code, String message) {
        super(message);
        this.code = Objects.requireNonNull(code, "code");
    }

    public MyriarchException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = Objects.requireNonNull(code, "code");
    }

    public ErrorCode code() {
        return code;
    }
}
