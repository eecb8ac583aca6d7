package dev.myriarch.blueprint;

import java.util.Objects;

/**
 * Where something was written, for messages.
 *
 * @param file path inside the repository, empty when it comes from elsewhere
 * @param line from 1, 0 when unknown
 * @param column from 1, 0 when unknown
 * @param object {@code <Kind>/<name>}
 * @param path path of the value inside the object, such as {@code spec.config.receivers.otlp}
 */
public record Origin(String file, int line, int column, String object, String path) {
    /** Something that no file holds, such as a value that was typed in. */
    public static final Origin NONE = new Origin("", 0, 0, "", "");

    public Origin {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(object, "object");
        Objects.requireNonNull(path, "path");
    }

    /** The same object, another value. */
    public Origin at(int newLine, int newColumn, String newPath) {
        return new Origin(file, newLine, newColumn, object, newPath);
    }
}
