package dev.myriarch.db;

/** The schema of the database does not fit or cannot be brought up; the message says what to do. */
public final class SchemaException extends RuntimeException {
    private final boolean incompatible;

    private SchemaException(boolean incompatible, String message) {
        super(message);
        this.incompatible = incompatible;
    }

    static SchemaException incompatible(String message) {
        return new SchemaException(true, message);
    }

    static SchemaException failed(String message) {
        return new SchemaException(false, message);
    }

    static SchemaException failed(String message, Throwable cause) {
        SchemaException failure = new SchemaException(false, message);
        failure.initCause(cause);
        return failure;
    }

    /** True when this binary is too old for the database. */
    public boolean isIncompatible() {
        return incompatible;
    }
}
