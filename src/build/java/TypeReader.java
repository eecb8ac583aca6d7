import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns schemas into types. A keyword that has no effect on the generated code would be a promise
 * that nobody keeps, so it is an error.
 */
final class TypeReader {
    private static final String REFERENCE = "#/components/schemas/";

    /** Names that a record component must not have, or that the generated methods use. */
    private static final Set<String> RESERVED =
            Set.of(
                    "clone",
                    "finalize",
                    "getClass",
                    "hashCode",
                    "notify",
                    "notifyAll",
                    "toString",
                    "wait",
                    "toValue",
                    "read",
                    "decode",
                    "entries");

    private final Set<String> schemas;

    TypeReader(Set<String> schemas) {
        this.schemas = schemas;
    }

    ApiModel.Schema schema(String name, DocumentReader.Node node) {
        if (!name.matches("[A-Z][A-Za-z0-9]*")) {
            throw new DocumentException(node.where(), "the name must be in UpperCamelCase");
        }
        keywords(node, Set.of("type", "required", "properties", "description"));
        if (!node.text("type").equals("object") || node.optional("properties").isEmpty()) {
            throw new DocumentException(
                    node.where(),
                    "must be an object with properties; write other types where they are used");
        }
        DocumentReader.Node properties = node.child("properties");
        Set<String> names = properties.map().keySet();
        List<String> required = node.texts("required");
        for (String property : required) {
            if (!names.contains(property)) {
                throw new DocumentException(
                        node.where(),
                        "requires " + property + ", which is not among its properties");
            }
        }
        List<ApiModel.Property> list = new ArrayList<>();
        for (String property : names) {
            DocumentReader.Node child =
                    properties.child(property).named(node.where() + ", property " + property);
            checkName(property, child);
            list.add(new ApiModel.Property(property, type(child), required.contains(property)));
        }
        return new ApiModel.Schema(name, list);
    }

    private static void checkName(String property, DocumentReader.Node node) {
        if (!property.matches("[a-z][A-Za-z0-9]*")
                || RESERVED.contains(property)
                || javax.lang.model.SourceVersion.isKeyword(property)) {
            throw new DocumentException(
                    node.where(), "cannot be a record component in Java; choose another name");
        }
    }

    ApiModel.Parameter parameter(DocumentReader.Node node) {
        String name = node.text("name");
        DocumentReader.Node schema = node.child("schema");
        Optional<String> fallback =
                schema.optional("default").map(value -> String.valueOf(value.value()));
        boolean repeated = schema.optionalText("type").equals(Optional.of("array"));
        ApiModel.Type type = type(repeated ? schema.child("items") : schema);
        if (!(type instanceof ApiModel.Type.Text) && !(type instanceof ApiModel.Type.Number)) {
            throw new DocumentException(
                    node.where(), "a query parameter is a text, an integer or an array of texts");
        }
        return new ApiModel.Parameter(name, type, repeated, fallback);
    }

    private ApiModel.Type type(DocumentReader.Node node) {
        Optional<String> reference = node.optionalText("$ref");
        if (reference.isPresent()) {
            return reference(node, reference.get());
        }
        return switch (node.text("type")) {
            case "string" -> text(node);
            case "integer" -> integer(node);
            case "number" -> {
                keywords(node, Set.of("type", "description"));
                yield new ApiModel.Type.Decimal();
            }
            case "boolean" -> {
                keywords(node, Set.of("type", "description", "default"));
                yield new ApiModel.Type.Truth();
            }
            case "array" -> {
                keywords(node, Set.of("type", "items", "description"));
                yield new ApiModel.Type.ListOf(type(node.child("items")));
            }
            case "object" -> object(node);
            default ->
                    throw new DocumentException(
                            node.where(),
                            "type "
                                    + node.text("type")
                                    + " is unknown; use string, integer, number, boolean, array,"
                                    + " object or $ref");
        };
    }

    private ApiModel.Type reference(DocumentReader.Node node, String reference) {
        String name = reference.replace(REFERENCE, "");
        if (!reference.startsWith(REFERENCE) || !schemas.contains(name)) {
            throw new DocumentException(
                    node.where(), reference + " is not there; add it to components.schemas");
        }
        return new ApiModel.Type.Reference(name);
    }

    private static ApiModel.Type text(DocumentReader.Node node) {
        keywords(node, Set.of("type", "format", "enum", "maxLength", "description", "default"));
        int maxLength = node.integer("maxLength").map(Math::toIntExact).orElse(Integer.MAX_VALUE);
        Optional<String> format = node.optionalText("format");
        if (format.isEmpty()) {
            return new ApiModel.Type.Text(maxLength, node.texts("enum"));
        }
        return switch (format.get()) {
            case "uuid" -> new ApiModel.Type.Uuid();
            case "date-time" -> new ApiModel.Type.Timestamp();
            case "password" -> new ApiModel.Type.Password(maxLength);
            default ->
                    throw new DocumentException(
                            node.where(),
                            "format "
                                    + format.get()
                                    + " is unknown; use uuid, date-time or password");
        };
    }

    private static ApiModel.Type integer(DocumentReader.Node node) {
        keywords(node, Set.of("type", "format", "minimum", "maximum", "description", "default"));
        Optional<String> format = node.optionalText("format");
        boolean wide = format.equals(Optional.of("int64"));
        if (format.isPresent() && !wide) {
            throw new DocumentException(
                    node.where(), "format " + format.get() + " is unknown; use int64 or none");
        }
        return new ApiModel.Type.Number(
                wide,
                node.integer("minimum").orElse(wide ? Long.MIN_VALUE : Integer.MIN_VALUE),
                node.integer("maximum").orElse(wide ? Long.MAX_VALUE : Integer.MAX_VALUE));
    }

    private ApiModel.Type object(DocumentReader.Node node) {
        keywords(node, Set.of("type", "additionalProperties", "description"));
        DocumentReader.Node values = node.child("additionalProperties");
        if (values.value().equals(true)) {
            return new ApiModel.Type.Free();
        }
        if (!(values.value() instanceof Map)) {
            throw new DocumentException(
                    node.where(), "additionalProperties is true or a schema; or name the object");
        }
        return new ApiModel.Type.MapOf(type(values));
    }

    private static void keywords(DocumentReader.Node node, Set<String> known) {
        for (String keyword : node.map().keySet()) {
            if (!known.contains(keyword)) {
                throw new DocumentException(
                        node.where(),
                        "the generator does not know "
                                + keyword
                                + " here; leave it out or teach it to TypeReader");
            }
        }
    }
}
