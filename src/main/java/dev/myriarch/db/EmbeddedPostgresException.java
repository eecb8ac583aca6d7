package dev.myriarch.db;

/** The local server cannot run; the message says why and what to do. */
public final class EmbeddedPostgresException extends RuntimeException {
    public EmbeddedPostgresException(String message) {
        super(message);
    }

    public EmbeddedPostgresException(String message, Throwable cause) {
        super(message, cause);
    }
}
