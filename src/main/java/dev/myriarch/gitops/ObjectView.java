package dev.myriarch.gitops;

import dev.myriarch.base.GoDuration;
import dev.myriarch.base.Value;
import dev.myriarch.blueprint.Origin;
import dev.myriarch.blueprint.ParameterValue;
import dev.myriarch.gitops.FieldType.ObjectType;
import dev.myriarch.yaml.Position;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlNode.MappingNode;
import dev.myriarch.yaml.YamlNode.ScalarNode;
import dev.myriarch.yaml.YamlNode.SequenceNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the fields of a map that {@link SchemaCheck} found sound, so a field has its type or is not
 * there. To ask for a field that is not described is a mistake in the program. Immutable.
 */
final class ObjectView {
    private final Optional<MappingNode> node;
    private final ObjectType type;
    private final Origin origin;

    private ObjectView(Optional<MappingNode> node, ObjectType type, Origin origin) {
        this.node = node;
        this.type = type;
        this.origin = origin;
    }

    static ObjectView of(MappingNode node, ObjectType type, Origin origin) {
        return new ObjectView(Optional.of(node), type, origin);
    }

    private FieldType typeOf(String field) {
        return type.field(field)
                .orElseThrow(() -> new IllegalStateException(field + " is not described"))
                .type();
    }

    /** Where the map is. */
    Origin origin() {
        return origin;
    }

    /** Where the value of a field is, or the map when the field is not there. */
    Origin at(String field) {
        String path = origin.path().isEmpty() ? field : origin.path() + "." + field;
        String name = field.contains("[") ? field.substring(0, field.indexOf('[')) : field;
        Optional<YamlNode> value = node(name);
        if (value.isEmpty()) {
            return origin.at(origin.line(), origin.column(), path);
        }
        YamlNode place = value.get();
        if (place instanceof SequenceNode list && !name.equals(field)) {
            int index = Integer.parseInt(field.substring(name.length() + 1, field.length() - 1));
            place = list.elements().get(index);
        }
        Position position = place.position();
        return origin.at(position.line(), position.column(), path);
    }

    boolean has(String field) {
        return node(field).isPresent();
    }

    /** Empty for a null too. */
    Optional<YamlNode> node(String field) {
        typeOf(field);
        return node.flatMap(map -> map.get(field))
                .filter(value -> !(value instanceof ScalarNode scalar && scalar.isNull()));
    }

    Optional<Value> value(String field) {
        return node(field).map(YamlNode::toValue);
    }

    /** A map without fields when it is not there. */
    ObjectView object(String field) {
        return new ObjectView(
                node(field).filter(MappingNode.class::isInstance).map(MappingNode.class::cast),
                objectType(typeOf(field)),
                at(field));
    }

    private static ObjectType objectType(FieldType type) {
        if (type instanceof ObjectType object) {
            return object;
        }
        throw new IllegalStateException("not described as an object: " + type);
    }

    private static ObjectType elementType(FieldType type) {
        if (type instanceof FieldType.ListType(FieldType element)) {
            return objectType(element);
        }
        throw new IllegalStateException("not described as a list: " + type);
    }

    private List<YamlNode> elements(String field) {
        return node(field)
                .filter(SequenceNode.class::isInstance)
                .map(list -> ((SequenceNode) list).elements())
                .orElse(List.of());
    }

    List<ObjectView> objects(String field) {
        List<ObjectView> objects = new ArrayList<>();
        ObjectType element = elementType(typeOf(field));
        for (YamlNode each : elements(field)) {
            if (each instanceof MappingNode map) {
                objects.add(of(map, element, at(field + "[" + objects.size() + "]")));
            }
        }
        return objects;
    }

    List<Value> values(String field) {
        return elements(field).stream().map(YamlNode::toValue).toList();
    }

    List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        for (YamlNode element : elements(field)) {
            if (element.toValue() instanceof Value.Text(String text)) {
                texts.add(text);
            }
        }
        return texts;
    }

    Optional<String> text(String field) {
        return value(field)
                .flatMap(value ->
                        value instanceof Value.Text(String text)
                                ? Optional.of(text)
                                : Optional.empty());
    }

    String text(String field, String missing) {
        return text(field).orElse(missing);
    }

    boolean flag(String field, boolean missing) {
        return value(field)
                .map(value -> value instanceof Value.Bool(boolean truth) && truth)
                .orElse(missing);
    }

    long integer(String field, long missing) {
        return value(field)
                .map(value -> value instanceof Value.Int(var number) ? number.longValue() : missing)
                .orElse(missing);
    }

    Optional<BigDecimal> number(String field) {
        return value(field)
                .flatMap(value ->
                        switch (value) {
                            case Value.Int(var number) -> Optional.of(new BigDecimal(number));
                            case Value.Decimal(double number) ->
                                    Optional.of(BigDecimal.valueOf(number));
                            case Value.Text _, Value.Bool _, Value.Null _ -> Optional.empty();
                            case Value.Sequence _, Value.Mapping _ -> Optional.empty();
                        });
    }

    Optional<Duration> duration(String field) {
        return node(field)
                .flatMap(value ->
                        value instanceof ScalarNode scalar
                                ? GoDuration.parse(scalar.text()).map(GoDuration::toDuration)
                                : Optional.empty());
    }

    Map<String, String> textMap(String field) {
        Map<String, String> texts = new LinkedHashMap<>();
        mapping(field)
                .entries()
                .forEach((key, value) -> {
                    if (value instanceof Value.Text(String text)) {
                        texts.put(key, text);
                    }
                });
        return texts;
    }

    Value.Mapping mapping(String field) {
        return value(field)
                .flatMap(value ->
                        value instanceof Value.Mapping mapping
                                ? Optional.of(mapping)
                                : Optional.empty())
                .orElse(Value.emptyMapping());
    }

    /** The entries of a free map, each with its place. */
    Map<String, ParameterValue> parameterValues(String field) {
        Map<String, ParameterValue> values = new HashMap<>();
        if (node(field).orElse(null) instanceof MappingNode map) {
            for (YamlNode.Entry entry : map.entries()) {
                Position position = entry.value().position();
                Origin place =
                        origin.at(
                                position.line(),
                                position.column(),
                                at(field).path() + "." + entry.name());
                values.put(entry.name(), new ParameterValue(entry.value().toValue(), place));
            }
        }
        return values;
    }
}
