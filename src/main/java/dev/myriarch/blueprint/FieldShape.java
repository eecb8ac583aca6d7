package dev.myriarch.blueprint;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a setting of a collector component takes. Immutable.
 *
 * @param custom the component reads this one with code of its own: it may take keys that are not
 *     listed, and other shapes
 * @param secret the collector never shows the value, and no message of ours may
 * @param fields the keys of an object; an object without any is not described further
 * @param items elements of a list or values of a map
 */
record FieldShape(
        Type type,
        boolean custom,
        boolean secret,
        Map<String, FieldShape> fields,
        Optional<FieldShape> items) {
    /** As descriptions name them, in lower case. */
    enum Type {
        BOOL,
        INT,
        UINT,
        FLOAT,
        STRING,
        DURATION,
        LIST,
        MAP,
        OBJECT,
        ANY;

        boolean isScalar() {
            return switch (this) {
                case BOOL, INT, UINT, FLOAT, STRING, DURATION -> true;
                case LIST, MAP, OBJECT, ANY -> false;
            };
        }
    }

    FieldShape {
        Objects.requireNonNull(type, "type");
        fields = Map.copyOf(fields);
    }
}
