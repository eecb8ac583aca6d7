import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Source text of the record of one schema. */
final class RecordSource {
    private final ApiModel.Schema schema;
    private final TreeSet<String> imports = new TreeSet<>();
    private final StringBuilder text = new StringBuilder();

    private RecordSource(ApiModel.Schema schema) {
        this.schema = schema;
    }

    /** Apart from the names of the domain, which the handlers use beside it. */
    static String className(String schema) {
        return schema + "Dto";
    }

    static String of(ApiModel.Schema schema) {
        return new RecordSource(schema).source();
    }

    private String source() {
        imports.add("dev.myriarch.base.Value");
        imports.add("java.util.LinkedHashMap");
        imports.add("java.util.Map");
        header();
        constants();
        constructor();
        reader();
        writer();
        text.append("}\n");
        StringBuilder file = new StringBuilder();
        file.append("// Generated from api/openapi.yaml; changes are lost.\n");
        file.append("package dev.myriarch.gen;\n\n");
        imports.forEach(name -> file.append("import ").append(name).append(";\n"));
        return file.append('\n').append(text).toString();
    }

    private void header() {
        text.append("/** Schema {@code ").append(schema.name()).append("}. */\n");
        text.append("public record ").append(className(schema.name())).append('(');
        String separator = "\n        ";
        for (ApiModel.Property property : schema.properties()) {
            text.append(separator).append(declared(property)).append(' ').append(property.name());
            separator = ",\n        ";
        }
        text.append(") {\n");
    }

    private String declared(ApiModel.Property property) {
        if (property.required()) {
            return javaType(property.type(), false);
        }
        imports.add("java.util.Optional");
        return "Optional<" + javaType(property.type(), true) + ">";
    }

    private String javaType(ApiModel.Type type, boolean boxed) {
        return switch (type) {
            case ApiModel.Type.Text _ -> "String";
            case ApiModel.Type.Password _ -> imported("dev.myriarch.base.Secret", "Secret");
            case ApiModel.Type.Uuid _ -> imported("java.util.UUID", "UUID");
            case ApiModel.Type.Timestamp _ -> imported("java.time.Instant", "Instant");
            case ApiModel.Type.Number(boolean wide, _, _) ->
                    wide ? (boxed ? "Long" : "long") : (boxed ? "Integer" : "int");
            case ApiModel.Type.Decimal _ -> boxed ? "Double" : "double";
            case ApiModel.Type.Truth _ -> boxed ? "Boolean" : "boolean";
            case ApiModel.Type.ListOf(ApiModel.Type element) ->
                    imported("java.util.List", "List<" + javaType(element, true) + ">");
            case ApiModel.Type.MapOf(ApiModel.Type element) ->
                    "Map<String, " + javaType(element, true) + ">";
            case ApiModel.Type.Free _ -> "Value.Mapping";
            case ApiModel.Type.Reference(String name) -> className(name);
        };
    }

    private String imported(String name, String type) {
        imports.add(name);
        return type;
    }

    private void constants() {
        for (ApiModel.Property property : schema.properties()) {
            List<String> allowed = allowed(property.type());
            if (!allowed.isEmpty()) {
                imports.add("java.util.List");
                text.append("    /** What {@code ")
                        .append(property.name())
                        .append("} may be. */\n    public static final List<String> ")
                        .append(constant(property))
                        .append(" =\n            ")
                        .append(Java.listOf(allowed))
                        .append(";\n\n");
            }
        }
    }

    private static List<String> allowed(ApiModel.Type type) {
        return switch (type) {
            case ApiModel.Type.Text(_, List<String> allowed) -> allowed;
            case ApiModel.Type.ListOf(ApiModel.Type.Text(_, List<String> allowed)) -> allowed;
            default -> List.of();
        };
    }

    private static String constant(ApiModel.Property property) {
        return property.name().replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT)
                + "_VALUES";
    }

    private void constructor() {
        text.append("    public ").append(className(schema.name())).append(" {\n");
        for (ApiModel.Property property : schema.properties()) {
            check(property);
        }
        text.append("    }\n\n");
    }

    private void check(ApiModel.Property property) {
        String name = property.name();
        String copied = copy(property.type(), property.required() ? name : "present");
        boolean copies = !copied.equals(property.required() ? name : "present");
        boolean primitive =
                switch (property.type()) {
                    case ApiModel.Type.Number _, ApiModel.Type.Decimal _, ApiModel.Type.Truth _ ->
                            property.required();
                    default -> false;
                };
        if (copies && property.required()) {
            text.append("        ").append(name).append(" = ").append(copied).append(";\n");
        } else if (copies) {
            text.append("        ")
                    .append(name)
                    .append(" = ")
                    .append(name)
                    .append(".map(present -> ")
                    .append(copied)
                    .append(");\n");
        } else if (!primitive) {
            imports.add("java.util.Objects");
            text.append("        Objects.requireNonNull(")
                    .append(name)
                    .append(", ")
                    .append(Java.quote(name))
                    .append(");\n");
        }
        if (!allowed(property.type()).isEmpty()) {
            text.append("        Encoders.requireAllowed(")
                    .append(Java.quote(name))
                    .append(", ")
                    .append(name)
                    .append(", ")
                    .append(constant(property))
                    .append(");\n");
        }
    }

    private static String copy(ApiModel.Type type, String variable) {
        return switch (type) {
            case ApiModel.Type.ListOf(_) -> "List.copyOf(" + variable + ")";
            case ApiModel.Type.MapOf(ApiModel.Type.ListOf _) ->
                    "Encoders.copyLists(" + variable + ")";
            case ApiModel.Type.MapOf(_) -> "Encoders.copy(" + variable + ")";
            default -> variable;
        };
    }

    private void reader() {
        String type = className(schema.name());
        text.append("    /** Reads a body; a wrong one is a bad_request or validation_failed. */\n")
                .append("    public static ")
                .append(type)
                .append(" read(Value value) {\n        return decode(value, \"\");\n    }\n\n")
                .append("    static ")
                .append(type)
                .append(" decode(Value value, String path) {\n")
                .append("        Fields fields =\n                Fields.of(\n")
                .append("                        value,\n                        path");
        for (ApiModel.Property property : schema.properties()) {
            text.append(",\n                        ").append(Java.quote(property.name()));
        }
        text.append(");\n        return new ").append(type).append('(');
        String separator = "\n                ";
        for (ApiModel.Property property : schema.properties()) {
            text.append(separator)
                    .append(property.required() ? "fields.required(" : "fields.optional(")
                    .append(Java.quote(property.name()))
                    .append(", ")
                    .append(decoder(property.type()))
                    .append(')');
            separator = ",\n                ";
        }
        text.append(");\n    }\n\n");
    }

    private String decoder(ApiModel.Type type) {
        return switch (type) {
            case ApiModel.Type.Text(int maxLength, List<String> allowed) -> {
                if (allowed.isEmpty()) {
                    yield "Decoders.text("
                            + (maxLength == Integer.MAX_VALUE ? "" : String.valueOf(maxLength))
                            + ")";
                }
                imports.add("java.util.List");
                yield "Decoders.oneOf(" + Java.listOf(allowed) + ")";
            }
            case ApiModel.Type.Password(int maxLength) -> "Decoders.secret(" + maxLength + ")";
            case ApiModel.Type.Uuid _ -> "Decoders::uuid";
            case ApiModel.Type.Timestamp _ -> "Decoders::instant";
            case ApiModel.Type.Number(boolean wide, long minimum, long maximum) ->
                    (wide ? "Decoders.int64(" : "Decoders.int32(")
                            + minimum
                            + "L, "
                            + maximum
                            + "L)";
            case ApiModel.Type.Decimal _ -> "Decoders::decimal";
            case ApiModel.Type.Truth _ -> "Decoders::bool";
            case ApiModel.Type.ListOf(ApiModel.Type element) ->
                    "Decoders.list(" + decoder(element) + ")";
            case ApiModel.Type.MapOf(ApiModel.Type element) ->
                    "Decoders.map(" + decoder(element) + ")";
            case ApiModel.Type.Free _ -> "Decoders::mapping";
            case ApiModel.Type.Reference(String name) -> className(name) + "::decode";
        };
    }

    private void writer() {
        text.append("    /** The JSON object, fields in the order of the document. */\n")
                .append("    public Value.Mapping toValue() {\n")
                .append("        Map<String, Value> entries = new LinkedHashMap<>();\n");
        for (ApiModel.Property property : schema.properties()) {
            String name = property.name();
            text.append("        ");
            if (!property.required()) {
                text.append(name).append(".ifPresent(present -> ");
            }
            text.append("entries.put(")
                    .append(Java.quote(name))
                    .append(", ")
                    .append(encoded(property.type(), property.required() ? name : "present"))
                    .append(property.required() ? ");\n" : "));\n");
        }
        text.append("        return new Value.Mapping(entries);\n    }\n");
    }

    private static String encoded(ApiModel.Type type, String variable) {
        return switch (type) {
            case ApiModel.Type.Text _,
                    ApiModel.Type.Number _,
                    ApiModel.Type.Decimal _,
                    ApiModel.Type.Truth _ ->
                    "Value.of(" + variable + ")";
            case ApiModel.Type.Password _ -> "Value.of(" + variable + ".reveal())";
            case ApiModel.Type.Uuid _ -> "Value.of(" + variable + ".toString())";
            case ApiModel.Type.Timestamp _ -> "Encoders.instant(" + variable + ")";
            case ApiModel.Type.ListOf(ApiModel.Type element) ->
                    "Encoders.list(" + variable + ", " + encoder(element) + ")";
            case ApiModel.Type.MapOf(ApiModel.Type element) ->
                    "Encoders.map(" + variable + ", " + encoder(element) + ")";
            case ApiModel.Type.Free _ -> variable;
            case ApiModel.Type.Reference _ -> variable + ".toValue()";
        };
    }

    private static String encoder(ApiModel.Type type) {
        String element = type instanceof ApiModel.Type.ListOf ? "elements" : "element";
        return element + " -> " + encoded(type, element);
    }
}
