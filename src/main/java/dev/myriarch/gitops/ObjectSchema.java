package dev.myriarch.gitops;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.FieldType.Field;
import dev.myriarch.gitops.FieldType.KeyForm;
import dev.myriarch.gitops.FieldType.ObjectType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The format of the objects as JSON Schema draft-07, for editors. Strict where the decoder is
 * strict: what a schema refuses the decoder refuses, too. The other way round it cannot say
 * everything, such as that names must lead somewhere.
 */
public final class ObjectSchema {
    private static final String DIALECT = "http://json-schema.org/draft-07/schema#";

    private static final String DURATION =
            "[+]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)";

    private ObjectSchema() {}

    /** The schema of documents of one kind. */
    public static Value.Mapping of(ObjectKind kind) {
        Map<String, Value> schema = new LinkedHashMap<>();
        schema.put("$schema", Value.of(DIALECT));
        schema.put("title", Value.of("myriarch " + kind.text()));
        schema.put("description", Value.of(ObjectTypes.purpose(kind)));
        schema.putAll(of(ObjectTypes.document(kind), false));
        return new Value.Mapping(schema);
    }

    /** The schema of documents of any kind: one of them, told apart by {@code kind}. */
    public static Value.Mapping ofAllKinds() {
        Map<String, Value> definitions = new LinkedHashMap<>();
        List<Value> references = new ArrayList<>();
        for (ObjectKind kind : ObjectKind.values()) {
            Map<String, Value> definition = new LinkedHashMap<>();
            definition.put("title", Value.of(kind.text()));
            definition.put("description", Value.of(ObjectTypes.purpose(kind)));
            definition.putAll(of(ObjectTypes.document(kind), false));
            definitions.put(kind.text(), new Value.Mapping(definition));
            references.add(mapping("$ref", Value.of("#/definitions/" + kind.text())));
        }
        Map<String, Value> schema = new LinkedHashMap<>();
        schema.put("$schema", Value.of(DIALECT));
        schema.put("title", Value.of("myriarch objects"));
        schema.put("oneOf", new Value.Sequence(references));
        schema.put("definitions", new Value.Mapping(definitions));
        return new Value.Mapping(schema);
    }

    /**
     * @param nullable whether null stands for a value that is not there
     */
    private static Map<String, Value> of(FieldType type, boolean nullable) {
        return switch (type) {
            case FieldType.TextType(TextForm form) -> text(form, nullable);
            case FieldType.NameType _ -> pattern(SchemaCheck.NAME.pattern(), nullable);
            case FieldType.LabelType _ -> pattern(SchemaCheck.LABEL.pattern(), nullable);
            case FieldType.IntType(long min, long max, boolean _) -> {
                Map<String, Value> schema = typed("integer", nullable);
                schema.put("minimum", Value.of(min));
                schema.put("maximum", Value.of(max));
                yield schema;
            }
            case FieldType.NumberType _ -> typed("number", nullable);
            case FieldType.BoolType _ -> typed("boolean", nullable);
            case FieldType.DurationType(boolean positive) -> duration(positive, nullable);
            case FieldType.ChoiceType(var values) -> choice(values, nullable);
            case FieldType.ListType(FieldType element) -> {
                Map<String, Value> schema = typed("array", nullable);
                schema.put("items", new Value.Mapping(of(element, false)));
                yield schema;
            }
            case FieldType.MapType(KeyForm keys, FieldType value) -> {
                Map<String, Value> schema = typed("object", nullable);
                schema.put("propertyNames", new Value.Mapping(keys(keys)));
                schema.put("additionalProperties", new Value.Mapping(of(value, false)));
                yield schema;
            }
            case ObjectType object -> object(object, nullable);
            case FieldType.FreeMapType _ -> typed("object", nullable);
            case FieldType.AnyType _ -> new LinkedHashMap<>();
        };
    }

    private static Map<String, Value> typed(String type, boolean nullable) {
        Map<String, Value> schema = new LinkedHashMap<>();
        schema.put("type", nullable ? Value.ofTexts(List.of(type, "null")) : Value.of(type));
        return schema;
    }

    private static Map<String, Value> pattern(String pattern, boolean nullable) {
        Map<String, Value> schema = typed("string", nullable);
        schema.put("pattern", Value.of("^(" + pattern + ")$"));
        return schema;
    }

    private static Map<String, Value> text(TextForm form, boolean nullable) {
        if (form == TextForm.ANY) {
            return typed("string", nullable);
        }
        return form.choices().isEmpty()
                ? pattern(form.pattern().pattern(), nullable)
                : choice(form.choices(), nullable);
    }

    private static Map<String, Value> choice(List<String> values, boolean nullable) {
        List<Value> all = new ArrayList<>();
        values.forEach(each -> all.add(Value.of(each)));
        if (nullable) {
            all.add(Value.ofNull());
        }
        return new LinkedHashMap<>(Map.of("enum", new Value.Sequence(all)));
    }

    /** YAML reads a 0 without a unit as an integer. */
    private static Map<String, Value> duration(boolean positive, boolean nullable) {
        Map<String, Value> schema = pattern(DURATION, nullable);
        if (!positive) {
            List<String> types =
                    nullable ? List.of("string", "integer", "null") : List.of("string", "integer");
            schema.put("type", Value.ofTexts(types));
            schema.put("minimum", Value.of(0));
            schema.put("maximum", Value.of(0));
        }
        return schema;
    }

    private static Map<String, Value> keys(KeyForm form) {
        return switch (form) {
            case ANY -> Map.of("minLength", Value.of(1));
            case LABEL -> {
                Map<String, Value> schema = new LinkedHashMap<>();
                schema.put("minLength", Value.of(1));
                schema.put("pattern", Value.of("^(" + SchemaCheck.LABEL.pattern() + ")$"));
                yield schema;
            }
        };
    }

    private static Map<String, Value> object(ObjectType type, boolean nullable) {
        Map<String, Value> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Field field : type.fields()) {
            Map<String, Value> property = of(field.type(), !field.required());
            property.put("description", Value.of(field.description()));
            field.fallback().ifPresent(value -> property.put("default", value));
            properties.put(field.name(), new Value.Mapping(property));
            if (field.required()) {
                required.add(field.name());
            }
        }
        Map<String, Value> schema = typed("object", nullable);
        if (!required.isEmpty()) {
            schema.put("required", Value.ofTexts(required));
        }
        schema.put("properties", new Value.Mapping(properties));
        schema.put("additionalProperties", Value.of(false));
        if (!type.alternatives().isEmpty()) {
            List<Value> present = new ArrayList<>();
            if (nullable) {
                present.add(mapping("type", Value.of("null")));
            }
            type.alternatives().forEach(name -> present.add(present(name)));
            schema.put("oneOf", new Value.Sequence(present));
        }
        return schema;
    }

    /** An object in which a field is there and is not null. */
    private static Value present(String name) {
        Map<String, Value> schema = new LinkedHashMap<>();
        schema.put("type", Value.of("object"));
        schema.put("required", Value.ofTexts(List.of(name)));
        schema.put("properties", mapping(name, mapping("not", mapping("type", Value.of("null")))));
        return new Value.Mapping(schema);
    }

    private static Value.Mapping mapping(String key, Value value) {
        return new Value.Mapping(Map.of(key, value));
    }
}
