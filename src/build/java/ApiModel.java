import java.util.List;
import java.util.Optional;

/** What the generator knows of the document, in the order of the document. */
record ApiModel(List<Operation> operations, List<Schema> schemas) {
    record Operation(
            String method,
            String pattern,
            String operationId,
            String permission,
            List<Parameter> query) {}

    /** A query parameter; a repeated one is an array of {@code type}. */
    record Parameter(String name, Type type, boolean repeated, Optional<String> fallback) {}

    record Schema(String name, List<Property> properties) {}

    record Property(String name, Type type, boolean required) {}

    /** A type that has a counterpart in Java. */
    sealed interface Type {
        /** Any text, or one of {@code allowed} when that is not empty. */
        record Text(int maxLength, List<String> allowed) implements Type {}

        /** Format password: never printed. */
        record Password(int maxLength) implements Type {}

        /** Format uuid. */
        record Uuid() implements Type {}

        /** Format date-time. */
        record Timestamp() implements Type {}

        /** An int, or a long with format int64. */
        record Number(boolean wide, long minimum, long maximum) implements Type {}

        record Decimal() implements Type {}

        record Truth() implements Type {}

        record ListOf(Type element) implements Type {}

        /** An object whose keys are data. */
        record MapOf(Type element) implements Type {}

        /** An object with any content. */
        record Free() implements Type {}

        /** Another schema. */
        record Reference(String schema) implements Type {}
    }
}
