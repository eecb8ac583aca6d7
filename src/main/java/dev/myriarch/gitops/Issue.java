package dev.myriarch.gitops;

import dev.myriarch.base.Value;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A problem in the GitOps repository.
 *
 * @param code stable code
 * @param file path inside the repository, empty when it is about the whole
 * @param line from 1, 0 when unknown
 * @param column from 1, 0 when unknown
 * @param object {@code <Kind>/<name>}, empty when unknown
 * @param path path of the value inside the object, such as {@code spec.config.receivers.otlp}
 */
public record Issue(
        String code,
        Severity severity,
        String message,
        String file,
        int line,
        int column,
        String object,
        String path) {
    public Issue {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(message, "message");
    }

    /** Errors keep a revision from being applied; warnings and remarks do not. */
    public enum Severity {
        ERROR,
        WARNING,
        /** Nothing is wrong; somebody may want to know all the same. */
        INFO;

        /** Empty when there is none of this spelling. */
        public static Optional<Severity> of(String text) {
            return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
        }

        /** Spelling in answers and reports. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** All fields under their names, for JSON. */
    public Value.Mapping toValue() {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("code", Value.of(code));
        fields.put("severity", Value.of(severity.text()));
        fields.put("message", Value.of(message));
        fields.put("file", Value.of(file));
        fields.put("line", Value.of(line));
        fields.put("column", Value.of(column));
        fields.put("object", Value.of(object));
        fields.put("path", Value.of(path));
        return new Value.Mapping(fields);
    }
}
