package dev.myriarch.app;

/** The start failed; the message is one line that says what is wrong and what to do about it. */
final class StartupException extends RuntimeException {
    StartupException(String message) {
        super(message);
    }

    StartupException(String message, Throwable cause) {
        super(message, cause);
    }
}
