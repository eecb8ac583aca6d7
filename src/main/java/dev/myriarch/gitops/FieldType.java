package dev.myriarch.gitops;

import java.util.List;

/**
 * What a field may hold. The strict decoder reads this description; it is meant to serve a JSON
 * Schema and a reference page as well.
 */
sealed interface FieldType {
    /** Any string. */
    record TextType() implements FieldType {}

    /** A name of an object: a lower-case DNS label. */
    record NameType() implements FieldType {}

    /** The value of a label. */
    record LabelType() implements FieldType {}

    /** An integer from {@code min} to {@code max}. */
    record IntType(long min, long max) implements FieldType {}

    record NumberType() implements FieldType {}

    record BoolType() implements FieldType {}

    /**
     * A duration in Go's form, not negative.
     *
     * @param positive whether 0 is refused too
     */
    record DurationType(boolean positive) implements FieldType {}

    /** One of some strings. */
    record ChoiceType(List<String> values) implements FieldType {
        public ChoiceType {
            values = List.copyOf(values);
        }
    }

    record ListType(FieldType element) implements FieldType {}

    /**
     * A map with keys of the author's choice.
     *
     * @param keys what the keys must look like
     */
    record MapType(KeyForm keys, FieldType value) implements FieldType {}

    /** A map with described fields. */
    record ObjectType(List<Field> fields) implements FieldType {
        public ObjectType {
            fields = List.copyOf(fields);
        }
    }

    /** A map in which everything is accepted. */
    record FreeMapType() implements FieldType {}

    /** Any value at all. */
    record AnyType() implements FieldType {}

    /** Form of the keys of a {@link MapType}. */
    enum KeyForm {
        ANY,
        /** At most 63 characters of {@code A-Z a-z 0-9 . _ - /}. */
        LABEL
    }

    /**
     * A field of an object.
     *
     * @param description one sentence for the reference
     */
    record Field(String name, FieldType type, boolean required, String description) {}
}
