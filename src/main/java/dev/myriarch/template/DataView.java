package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The data as values. Maps are built only when a template asks for them as a whole, because most
 * ask for single entries. Confined to one evaluation.
 */
final class DataView {
    private final TemplateData data;
    private Value.@Nullable Mapping attributes;
    private Value.@Nullable Mapping labels;

    DataView(TemplateData data) {
        this.data = data;
    }

    TemplateData data() {
        return data;
    }

    /** The data as one map, the value of {@code $}. */
    Value.Mapping root() {
        Map<String, Value> root = new LinkedHashMap<>();
        root.put("agent", agent());
        root.put("blueprint", new Value.Mapping(Map.of("name", Value.of(data.blueprintName()))));
        root.put("fleet", fleet());
        root.put("params", data.params());
        return new Value.Mapping(root);
    }

    /** What {@code index} gives for a key that the map does not have. */
    Value missing(Value.Mapping map) {
        boolean texts = isSame(map, attributes) || isSame(map, labels);
        return texts ? Value.of("") : Value.ofNull();
    }

    // The maps of texts are known by identity: an equal map from the parameters is not one.
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Value.Mapping map, Value.@Nullable Mapping other) {
        return map == other;
    }

    /** The value of {@code $.a.b}. */
    Value resolve(Expression.Field field) throws TemplateException {
        List<String> names = field.names();
        String first = names.getFirst();
        String second = names.size() > 1 ? names.get(1) : "";
        if (first.equals("params")) {
            return walk(data.params(), field, 1);
        }
        return switch (first + '.' + second) {
            case "agent.id" -> walk(Value.of(data.agentId()), field, 2);
            case "agent.attributes" -> walk(attributes(), field, 2);
            case "fleet.name" -> walk(Value.of(data.fleetName()), field, 2);
            case "fleet.labels" -> walk(labels(), field, 2);
            case "blueprint.name" -> walk(Value.of(data.blueprintName()), field, 2);
            default -> walk(root(), field, 0);
        };
    }

    /** Goes down the fields from the one at {@code start}. */
    static Value walk(Value base, Expression.Field field, int start) throws TemplateException {
        Value value = base;
        for (String name : field.names().subList(start, field.names().size())) {
            if (!(value instanceof Value.Mapping map)) {
                throw new TemplateException(
                        "a " + value.typeName() + " has no field " + Messages.quote(name),
                        field.offset());
            }
            Value next = map.entries().get(name);
            if (next == null) {
                throw new TemplateException(
                        "there is no key "
                                + Messages.quote(name)
                                + ": use index or hasAttr for keys that may be missing",
                        field.offset());
            }
            value = next;
        }
        return value;
    }

    private Value.Mapping agent() {
        Map<String, Value> agent = new LinkedHashMap<>();
        agent.put("attributes", attributes());
        agent.put("id", Value.of(data.agentId()));
        return new Value.Mapping(agent);
    }

    private Value.Mapping fleet() {
        Map<String, Value> fleet = new LinkedHashMap<>();
        fleet.put("labels", labels());
        fleet.put("name", Value.of(data.fleetName()));
        return new Value.Mapping(fleet);
    }

    private Value.Mapping attributes() {
        Value.Mapping map = attributes;
        if (map == null) {
            map = Value.ofTexts(new TreeMap<>(data.attributes()));
            attributes = map;
        }
        return map;
    }

    private Value.Mapping labels() {
        Value.Mapping map = labels;
        if (map == null) {
            map = Value.ofTexts(new TreeMap<>(data.fleetLabels()));
            labels = map;
        }
        return map;
    }
}
