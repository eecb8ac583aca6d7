package dev.myriarch.yaml;

/** A file that is no YAML, or one that is beyond the limits. The message is the bare reason. */
public final class YamlException extends RuntimeException {
    /** The stable code of these failures. */
    public static final String CODE = "yaml_syntax";

    private final Position position;

    public YamlException(String reason, Position position) {
        super(reason);
        this.position = position;
    }

    YamlException(String reason, Position position, Throwable cause) {
        super(reason, cause);
        this.position = position;
    }

    public String code() {
        return CODE;
    }

    public Position position() {
        return position;
    }

    public int line() {
        return position.line();
    }

    public int column() {
        return position.column();
    }

    /** Place and reason: {@code line 3, column 5: ...}. */
    public String located() {
        return position + ": " + getMessage();
    }
}
