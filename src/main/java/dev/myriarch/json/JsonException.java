package dev.myriarch.json;

/** A text that is no JSON, or one beyond the limits; the message holds no part of the values. */
public final class JsonException extends RuntimeException {
    private final int line;
    private final int column;

    JsonException(String reason, int line, int column) {
        super(message(reason, line, column));
        this.line = line;
        this.column = column;
    }

    JsonException(String reason, int line, int column, Throwable cause) {
        super(message(reason, line, column), cause);
        this.line = line;
        this.column = column;
    }

    /** Counted from 1. */
    public int line() {
        return line;
    }

    /** Counted from 1, in characters. */
    public int column() {
        return column;
    }

    private static String message(String reason, int line, int column) {
        return "invalid JSON at line " + line + ", column " + column + ": " + reason;
    }
}
