package dev.myriarch.gitops;

import dev.myriarch.base.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a field may hold. The strict decoder, the JSON Schema, the reference page and the formatter
 * read this description.
 */
sealed interface FieldType {
    /**
     * A string.
     *
     * @param form what the decoder, which has codes of its own for it, then asks of the text
     */
    record TextType(TextForm form) implements FieldType {}

    /** A name of an object: a lower-case DNS label. */
    record NameType() implements FieldType {}

    /** The value of a label. */
    record LabelType() implements FieldType {}

    /**
     * An integer from {@code min} to {@code max}.
     *
     * @param decoded whether the decoder checks these bounds, with a code of its own
     */
    record IntType(long min, long max, boolean decoded) implements FieldType {
        IntType(long min, long max) {
            this(min, max, false);
        }
    }

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

    /**
     * A map with described fields.
     *
     * @param alternatives names of fields of which the decoder wants exactly one; may be empty
     */
    record ObjectType(List<Field> fields, List<String> alternatives) implements FieldType {
        public ObjectType {
            fields = List.copyOf(fields);
            alternatives = List.copyOf(alternatives);
        }

        Optional<Field> field(String name) {
            return fields.stream().filter(each -> each.name().equals(name)).findFirst();
        }

        /** This type, of whose fields {@code names} exactly one must be there. */
        ObjectType exactlyOne(String... names) {
            return new ObjectType(fields, Arrays.asList(names));
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
     * @param description one or more sentences for the reference
     * @param fallback what a missing field means, where that is one value
     * @param codes issues that the field can raise, besides those that every field can
     */
    record Field(
            String name,
            FieldType type,
            boolean required,
            String description,
            Optional<Value> fallback,
            List<IssueCode> codes) {
        public Field {
            codes = List.copyOf(codes);
        }

        Field or(Value value) {
            return new Field(name, type, required, description, Optional.of(value), codes);
        }

        Field or(String text) {
            return or(Value.of(text));
        }

        Field raises(IssueCode... more) {
            return new Field(name, type, required, description, fallback, Arrays.asList(more));
        }
    }
}
