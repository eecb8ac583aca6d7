package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.ComponentKind;
import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.yaml.YamlException;
import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The list of components of a collector: what {@code otelcol components} prints, or a map of
 * receivers, processors, exporters, connectors and extensions to lists of types. YAML or JSON.
 */
final class ComponentFile {
    private ComponentFile() {}

    /**
     * @throws CommandException when the file cannot be read, or names no component
     */
    static ComponentSet read(Path file, String shown) {
        Map<String, List<String>> types = new HashMap<>();
        if (document(file, shown) instanceof Value.Mapping(Map<String, Value> sections)) {
            sections.forEach((kind, value) -> {
                Optional<ComponentKind> known = ComponentKind.of(kind);
                if (known.isPresent() && value instanceof Value.Sequence(List<Value> elements)) {
                    types.computeIfAbsent(known.get().singular(), _ -> new ArrayList<>())
                            .addAll(elements.stream().map(each -> type(each, shown)).toList());
                }
            });
        }
        ComponentSet components = new ComponentSet(types);
        if (components.isEmpty()) {
            throw CommandException.trouble(
                    "%s names no component; it is the output of \"otelcol components\", or a map of"
                                    .formatted(shown)
                            + " receivers, processors, exporters, connectors and extensions to lists"
                            + " of types");
        }
        return components;
    }

    /** A type, or a map with the type under {@code name}. */
    private static String type(Value element, String shown) {
        Value name =
                element instanceof Value.Mapping(Map<String, Value> entries)
                        ? entries.getOrDefault("name", Value.ofNull())
                        : element;
        if (name instanceof Value.Text(String text)) {
            return text;
        }
        throw CommandException.trouble(
                "%s lists a component that is neither a type nor a map with a name"
                        .formatted(shown));
    }

    private static Value document(Path file, String shown) {
        YamlLimits limits = YamlLimits.defaults();
        try (InputStream in = Files.newInputStream(file)) {
            List<YamlNode> documents =
                    YamlReader.read(in.readNBytes(limits.maximumBytes() + 1), limits);
            return documents.isEmpty() ? Value.ofNull() : documents.getFirst().toValue();
        } catch (IOException e) {
            throw CommandException.trouble("%s cannot be read: %s".formatted(shown, Reasons.of(e)));
        } catch (YamlException e) {
            throw CommandException.trouble(
                    "%s:%d:%d: %s: %s"
                            .formatted(shown, e.line(), e.column(), e.code(), e.getMessage()));
        }
    }
}
