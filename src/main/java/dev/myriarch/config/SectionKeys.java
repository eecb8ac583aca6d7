package dev.myriarch.config;

import dev.myriarch.base.Value;
import dev.myriarch.yaml.Position;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlNode.MappingNode;
import dev.myriarch.yaml.YamlNode.ScalarNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where the keys of one section get their values, and which were asked for. One thread. */
final class SectionKeys {
    private final Decoding decoding;
    private final String path;
    private final List<MappingNode> layers;

    /** False below a list, where no variable has a name for a key. */
    private final boolean overridable;

    private final Set<String> known = new LinkedHashSet<>();

    SectionKeys(Decoding decoding, String path, List<MappingNode> layers, boolean overridable) {
        this.decoding = decoding;
        this.path = path;
        this.layers = List.copyOf(layers);
        this.overridable = overridable;
    }

    Decoding decoding() {
        return decoding;
    }

    boolean isOverridable() {
        return overridable;
    }

    List<MappingNode> layers() {
        return layers;
    }

    String pathOf(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    void problem(String key, String message) {
        Optional<Position> position = node(key).map(YamlNode::position);
        decoding.problems().add(pathOf(key), position, message);
    }

    /** A key that holds further keys. */
    void registerSection(String key) {
        known.add(key);
    }

    /** A key that no variable overrides. */
    void registerStructure(String key, String type, String fallback) {
        known.add(key);
        if (overridable) {
            decoding.add(new Setting(pathOf(key), type, fallback, ""));
            Value none = type.equals("map") ? Value.emptyMapping() : Value.emptySequence();
            setEffective(key, node(key).map(YamlNode::toValue).orElse(none));
        }
    }

    void register(String key, String type, String fallback) {
        known.add(key);
        if (overridable) {
            String variable = Environment.variable(pathOf(key));
            decoding.add(new Setting(pathOf(key), type, fallback, variable));
        }
    }

    /** Remembers what counts, for whoever wants to see all settings. */
    void setEffective(String key, Value value) {
        if (overridable) {
            decoding.setEffective(pathOf(key), value);
        }
    }

    Optional<String> override(String key) {
        return overridable ? decoding.environment().override(pathOf(key)) : Optional.empty();
    }

    /** The node of the first layer that has the key with more than nothing behind it. */
    Optional<YamlNode> node(String key) {
        return layers.stream()
                .flatMap(layer -> layer.get(key).stream())
                .filter(node -> !isNull(node))
                .findFirst();
    }

    static boolean isNull(YamlNode node) {
        return node instanceof ScalarNode scalar && scalar.isNull();
    }

    void reportUnknown() {
        for (MappingNode layer : layers) {
            for (YamlNode.Entry entry : layer.entries()) {
                if (!known.contains(entry.name())) {
                    decoding.problems()
                            .add(
                                    pathOf(entry.name()),
                                    Optional.of(entry.key().position()),
                                    NearestKey.hint(entry.name(), known));
                }
            }
        }
    }
}
