package dev.myriarch.gitops;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.FieldType.Field;
import dev.myriarch.gitops.FieldType.KeyForm;
import dev.myriarch.gitops.FieldType.ObjectType;
import dev.myriarch.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The fields of the objects in words, for the reference page and {@code myrctl explain}. */
public final class ObjectReference {
    private ObjectReference() {}

    /**
     * One field.
     *
     * @param path with {@code []} for the elements of a list: {@code spec.waves[].percent}
     * @param type in words, with bounds
     * @param fallback what a missing field means, as JSON; empty when the description says it
     * @param description one or more sentences
     * @param alternatives fields of the same object of which exactly one is needed; may be empty
     * @param codes issues that it can raise, besides {@code unknown_field}, {@code invalid_field}
     *     and {@code invalid_name}
     */
    public record Entry(
            String path,
            String type,
            boolean required,
            Optional<String> fallback,
            String description,
            List<String> alternatives,
            List<IssueCode> codes) {}

    /** One sentence about a kind. */
    public static String purpose(ObjectKind kind) {
        return ObjectTypes.purpose(kind);
    }

    /** All fields of a kind, each object before its fields, in the order of the format. */
    public static List<Entry> entries(ObjectKind kind) {
        List<Entry> entries = new ArrayList<>();
        addFields(entries, ObjectTypes.document(kind), "");
        return List.copyOf(entries);
    }

    private static void addFields(List<Entry> entries, ObjectType type, String path) {
        for (Field field : type.fields()) {
            String child = path.isEmpty() ? field.name() : path + "." + field.name();
            entries.add(
                    new Entry(
                            child,
                            words(field.type()),
                            field.required(),
                            field.fallback().map(ObjectReference::shown),
                            field.description(),
                            type.alternatives().contains(field.name())
                                    ? type.alternatives()
                                    : List.of(),
                            field.codes()));
            addBelow(entries, field.type(), child);
        }
    }

    private static void addBelow(List<Entry> entries, FieldType type, String path) {
        if (type instanceof ObjectType object) {
            addFields(entries, object, path);
        } else if (type instanceof FieldType.ListType(FieldType element)) {
            addBelow(entries, element, path + "[]");
        }
    }

    private static String shown(Value value) {
        return value instanceof Value.Text(String text) && !text.isEmpty()
                ? text
                : Json.write(value);
    }

    private static String words(FieldType type) {
        return switch (type) {
            case FieldType.TextType(TextForm form) ->
                    form == TextForm.ANY ? "text" : "text: " + form.words();
            case FieldType.NameType _ -> "name";
            case FieldType.LabelType _ -> "label value";
            case FieldType.IntType(long min, long max, boolean _) ->
                    "integer from %d to %d".formatted(min, max);
            case FieldType.NumberType _ -> "number";
            case FieldType.BoolType _ -> "true or false";
            case FieldType.DurationType(boolean positive) ->
                    positive ? "duration, longer than 0" : "duration, not negative";
            case FieldType.ChoiceType(var values) ->
                    values.size() == 1 ? values.getFirst() : "one of " + String.join(", ", values);
            case FieldType.ListType(FieldType element) -> "list of " + words(element);
            case FieldType.MapType(KeyForm keys, FieldType value) ->
                    switch (keys) {
                        case ANY -> "map of any keys to " + words(value);
                        case LABEL -> "map of label keys to " + words(value);
                    };
            case ObjectType _ -> "object";
            case FieldType.FreeMapType _ -> "map, free form";
            case FieldType.AnyType _ -> "any value";
        };
    }
}
