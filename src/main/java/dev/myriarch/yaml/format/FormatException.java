package dev.myriarch.yaml.format;

/** A file is written in a way that cannot be formatted. The message is the bare reason. */
public final class FormatException extends RuntimeException {
    private final int line;

    FormatException(String reason, int line) {
        super(reason);
        this.line = line;
    }

    /** From 1. */
    public int line() {
        return line;
    }
}
