import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads the paths and schemas of an OpenAPI document. */
final class DocumentReader {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    ApiModel read(String yaml) {
        Node document = new Node("document", load(yaml));
        Node components = document.child("components");
        Node schemas = components.child("schemas");
        TypeReader types = new TypeReader(schemas.map().keySet());
        List<ApiModel.Schema> records = new ArrayList<>();
        for (String name : schemas.map().keySet()) {
            records.add(types.schema(name, schemas.child(name).named("schema " + name)));
        }
        Optional<Node> shared = components.optional("parameters");
        return new ApiModel(operations(document.child("paths"), shared, types), records);
    }

    private static Object load(String yaml) {
        try {
            return new Load(LoadSettings.builder().build()).loadFromString(yaml);
        } catch (YamlEngineException e) {
            throw new DocumentException("document", "is not YAML: " + e.getMessage());
        }
    }

    private static List<ApiModel.Operation> operations(
            Node paths, Optional<Node> shared, TypeReader types) {
        List<ApiModel.Operation> operations = new ArrayList<>();
        Set<String> identifiers = new HashSet<>();
        for (String pattern : paths.map().keySet()) {
            Node path = paths.child(pattern);
            for (String method : path.map().keySet()) {
                String where = method.toUpperCase(Locale.ROOT) + " " + pattern;
                if (!METHODS.contains(method)) {
                    throw new DocumentException(
                            where, "is not a method; parameters belong into the operations");
                }
                ApiModel.Operation operation =
                        operation(method, pattern, path.child(method).named(where), shared, types);
                if (!identifiers.add(operation.operationId())) {
                    throw new DocumentException(
                            where,
                            "operationId " + operation.operationId() + " is taken; choose another");
                }
                operations.add(operation);
            }
        }
        return operations;
    }

    private static ApiModel.Operation operation(
            String method, String pattern, Node node, Optional<Node> shared, TypeReader types) {
        String permission = node.text("x-permission");
        if (!permission.matches("[a-z_]+(:[a-z_]+)?")) {
            throw new DocumentException(
                    node.where(),
                    "x-permission "
                            + permission
                            + " is not public, custom, read or <object>:<action> in lower case");
        }
        String operationId = node.text("operationId");
        if (!operationId.matches("[a-z][A-Za-z0-9]*")) {
            throw new DocumentException(node.where(), "operationId must be in camelCase");
        }
        return new ApiModel.Operation(
                method.toUpperCase(Locale.ROOT),
                pattern,
                operationId,
                permission,
                query(node, shared, types));
    }

    private static List<ApiModel.Parameter> query(
            Node operation, Optional<Node> shared, TypeReader types) {
        List<ApiModel.Parameter> parameters = new ArrayList<>();
        for (Node entry : operation.list("parameters")) {
            Node parameter = resolve(entry, shared);
            if (parameter.text("in").equals("query")) {
                parameters.add(types.parameter(parameter));
            }
        }
        return parameters;
    }

    private static Node resolve(Node entry, Optional<Node> shared) {
        Optional<String> reference = entry.optionalText("$ref");
        if (reference.isEmpty()) {
            return entry;
        }
        String name = reference.get().replace("#/components/parameters/", "");
        return shared.flatMap(node -> node.optional(name))
                .orElseThrow(() ->
                        new DocumentException(
                                entry.where(),
                                reference.get()
                                        + " is not there; add it to"
                                        + " components.parameters"))
                .named("parameter " + name);
    }

    /** A part of the document that knows where it is. */
    record Node(String where, Object value) {
        Node named(String name) {
            return new Node(name, value);
        }

        Map<String, Object> map() {
            if (value instanceof Map<?, ?> map) {
                @SuppressWarnings("unchecked")
                Map<String, Object> checked = (Map<String, Object>) map;
                for (Object key : map.keySet()) {
                    if (!(key instanceof String)) {
                        throw new DocumentException(where, "the key " + key + " needs quotes");
                    }
                }
                return checked;
            }
            throw new DocumentException(where, "must be a mapping");
        }

        Optional<Node> optional(String key) {
            Object child = map().get(key);
            return child == null
                    ? Optional.empty()
                    : Optional.of(new Node(where + "." + key, child));
        }

        Node child(String key) {
            return optional(key)
                    .orElseThrow(() -> new DocumentException(where, "has no " + key + "; add it"));
        }

        Optional<String> optionalText(String key) {
            return optional(key)
                    .map(node -> {
                        if (node.value instanceof String text) {
                            return text;
                        }
                        throw new DocumentException(node.where, "must be a text");
                    });
        }

        String text(String key) {
            return optionalText(key)
                    .orElseThrow(() -> new DocumentException(where, "has no " + key + "; add it"));
        }

        /** The elements of a list; absent is empty. */
        List<Node> list(String key) {
            Optional<Node> node = optional(key);
            if (node.isEmpty()) {
                return List.of();
            }
            if (!(node.get().value instanceof List<?> elements)) {
                throw new DocumentException(node.get().where, "must be a list");
            }
            List<Node> nodes = new ArrayList<>();
            for (Object element : elements) {
                nodes.add(new Node(node.get().where + "[" + nodes.size() + "]", element));
            }
            return nodes;
        }

        List<String> texts(String key) {
            List<String> texts = new ArrayList<>();
            for (Node element : list(key)) {
                if (!(element.value instanceof String text)) {
                    throw new DocumentException(element.where, "must be a text; quote it");
                }
                texts.add(text);
            }
            return texts;
        }

        Optional<Long> integer(String key) {
            return optional(key)
                    .map(node -> {
                        if (node.value instanceof Integer || node.value instanceof Long) {
                            return ((Number) node.value).longValue();
                        }
                        throw new DocumentException(node.where, "must be an integer");
                    });
        }
    }
}
