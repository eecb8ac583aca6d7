package dev.myriarch.yaml;

import dev.myriarch.base.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A node of a YAML document with its place. Aliases and merge keys are resolved; what they repeat
 * keeps the place where it was written. Immutable.
 */
public sealed interface YamlNode {
    Position position();

    Value toValue();

    /** How a scalar was written. */
    enum Style {
        PLAIN,
        SINGLE_QUOTED,
        DOUBLE_QUOTED,
        LITERAL,
        FOLDED
    }

    /**
     * A map in the order of the file, followed by what merge keys add.
     *
     * @param flow whether it was written with braces
     */
    record MappingNode(Position position, boolean flow, List<Entry> entries) implements YamlNode {
        public MappingNode {
            Objects.requireNonNull(position, "position");
            entries = List.copyOf(entries);
        }

        public Optional<Entry> entry(String key) {
            return entries.stream().filter(entry -> entry.name().equals(key)).findFirst();
        }

        public Optional<YamlNode> get(String key) {
            return entry(key).map(Entry::value);
        }

        @Override
        public Value.Mapping toValue() {
            Map<String, Value> values = LinkedHashMap.newLinkedHashMap(entries.size());
            entries.forEach(entry -> values.put(entry.name(), entry.value.toValue()));
            return new Value.Mapping(values);
        }
    }

    /** Key and value; the keys of a map differ from each other. */
    record Entry(ScalarNode key, YamlNode value) {
        public Entry {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(value, "value");
        }

        /** The text of the key as it stands in the file: {@code 8080} and {@code "8080"} agree. */
        public String name() {
            return key.text;
        }
    }

    /**
     * A list.
     *
     * @param flow whether it was written with brackets
     */
    record SequenceNode(Position position, boolean flow, List<YamlNode> elements)
            implements YamlNode {
        public SequenceNode {
            Objects.requireNonNull(position, "position");
            elements = List.copyOf(elements);
        }

        @Override
        public Value.Sequence toValue() {
            List<Value> values = new ArrayList<>(elements.size());
            elements.forEach(element -> values.add(element.toValue()));
            return new Value.Sequence(values);
        }
    }

    /**
     * A scalar.
     *
     * @param text what stood in the file, without quotes and escapes
     * @param value what it means; a date is its text
     */
    record ScalarNode(Position position, String text, Value value, Style style)
            implements YamlNode {
        public ScalarNode {
            Objects.requireNonNull(position, "position");
            Objects.requireNonNull(text, "text");
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(style, "style");
        }

        public boolean isNull() {
            return value instanceof Value.Null;
        }

        @Override
        public Value toValue() {
            return value;
        }
    }
}
