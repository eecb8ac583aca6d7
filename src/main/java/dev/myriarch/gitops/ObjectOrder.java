package dev.myriarch.gitops;

import dev.myriarch.gitops.FieldType.ObjectType;
import java.util.List;
import java.util.Optional;

/** The order in which the format names its fields; formatted files keep it. */
public final class ObjectOrder {
    private ObjectOrder() {}

    /**
     * The names of the fields of the map at a place of a document, in order; empty where authors
     * choose the keys.
     *
     * @param path keys and, for elements of lists, {@code []}, from the document inwards
     */
    public static List<String> of(ObjectKind kind, List<String> path) {
        FieldType type = ObjectTypes.document(kind);
        for (String step : path) {
            Optional<FieldType> inner = inner(type, step);
            if (inner.isEmpty()) {
                return List.of();
            }
            type = inner.get();
        }
        return type instanceof ObjectType object
                ? object.fields().stream().map(FieldType.Field::name).toList()
                : List.of();
    }

    private static Optional<FieldType> inner(FieldType type, String step) {
        if (type instanceof FieldType.ListType(FieldType element) && step.equals("[]")) {
            return Optional.of(element);
        }
        return type instanceof ObjectType object
                ? object.field(step).map(FieldType.Field::type)
                : Optional.empty();
    }
}
