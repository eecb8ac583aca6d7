package dev.myriarch.blueprint;

import dev.myriarch.base.Value;
import dev.myriarch.template.Template;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A collector configuration tree whose nodes know where they were written. Immutable, so layers
 * share their nodes and one tree serves every rendering. Templates are parsed once, when the tree
 * is read.
 */
public sealed interface ConfigNode {
    Origin origin();

    /** A map, in the order of the file. */
    record MapNode(Origin origin, Map<String, Entry> entries) implements ConfigNode {
        public MapNode {
            Objects.requireNonNull(origin, "origin");
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    /** A list; merging never looks inside. */
    record ListNode(Origin origin, List<ConfigNode> elements) implements ConfigNode {
        public ListNode {
            Objects.requireNonNull(origin, "origin");
            elements = List.copyOf(elements);
        }
    }

    /** A scalar or null. */
    record ScalarLeaf(Origin origin, Value value) implements ConfigNode {
        public ScalarLeaf {
            Objects.requireNonNull(origin, "origin");
            Objects.requireNonNull(value, "value");
        }
    }

    /** A string with template expressions. */
    record TemplateLeaf(Origin origin, Template template) implements ConfigNode {
        public TemplateLeaf {
            Objects.requireNonNull(origin, "origin");
            Objects.requireNonNull(template, "template");
        }
    }

    /**
     * An entry of a map.
     *
     * @param keyOrigin where the key is
     * @param keyTemplate the key as a template, when it is one
     */
    record Entry(Origin keyOrigin, Optional<Template> keyTemplate, ConfigNode value) {
        public Entry {
            Objects.requireNonNull(keyOrigin, "keyOrigin");
            Objects.requireNonNull(value, "value");
        }
    }

    /** A map without entries. */
    static MapNode emptyMap(Origin origin) {
        return new MapNode(origin, Map.of());
    }

    /** A plain value, all of it from one place. */
    static ConfigNode of(Value value, Origin origin) {
        return switch (value) {
            case Value.Mapping(var entries) -> {
                Map<String, Entry> nodes = new LinkedHashMap<>();
                entries.forEach((key, element) ->
                        nodes.put(key, new Entry(origin, Optional.empty(), of(element, origin))));
                yield new MapNode(origin, nodes);
            }
            case Value.Sequence(var elements) ->
                    new ListNode(origin, elements.stream().map(each -> of(each, origin)).toList());
            case Value.Text _, Value.Int _, Value.Decimal _, Value.Bool _, Value.Null _ ->
                    new ScalarLeaf(origin, value);
        };
    }

    /** The value without positions. The tree must be evaluated: it holds no template. */
    default Value toValue() {
        return switch (this) {
            case MapNode(_, var entries) -> {
                Map<String, Value> values = new LinkedHashMap<>();
                entries.forEach((key, entry) -> values.put(key, entry.value().toValue()));
                yield new Value.Mapping(values);
            }
            case ListNode(_, var elements) -> {
                List<Value> values = new ArrayList<>(elements.size());
                elements.forEach(element -> values.add(element.toValue()));
                yield new Value.Sequence(values);
            }
            case ScalarLeaf(_, var value) -> value;
            case TemplateLeaf _ -> throw new IllegalStateException("a template is left");
        };
    }

    /** Name of the type for messages. */
    default String typeName() {
        return switch (this) {
            case MapNode _ -> "map";
            case ListNode _ -> "list";
            case ScalarLeaf(_, var value) -> value.typeName();
            case TemplateLeaf _ -> "template";
        };
    }

    /** Whether this is an explicit null. */
    default boolean isNull() {
        return this instanceof ScalarLeaf(_, Value.Null());
    }
}
