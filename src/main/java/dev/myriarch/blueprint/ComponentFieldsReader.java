package dev.myriarch.blueprint;

import dev.myriarch.base.SemanticVersion;
import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import dev.myriarch.json.JsonObject;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads descriptions in the form that src/build/java/ComponentFiles.java writes. A setting is a
 * text, {@code TYPE} with {@code custom} and {@code secret} behind it, or an object with {@code
 * fields} (an object), {@code items} (a list) or {@code values} (a map). Confined to one thread.
 */
final class ComponentFieldsReader {
    /** Hundreds of components have the same part, such as that for TLS; each is kept once. */
    private final Map<FieldShape, FieldShape> shared = new HashMap<>();

    /**
     * @throws RuntimeException when it is no such description; these files are ours
     */
    ReleaseFields read(byte[] content) {
        JsonObject file = JsonObject.ofStored(Json.read(content), "component description");
        String version = file.text("version");
        Map<ComponentKind, Map<String, ReleaseFields.Component>> components =
                new EnumMap<>(ComponentKind.class);
        for (JsonObject each : file.objects("components")) {
            ComponentKind kind =
                    ComponentKind.of(each.text("kind"))
                            .orElseThrow(() -> invalid("kind " + each.text("kind")));
            ReleaseFields.Component component =
                    new ReleaseFields.Component(
                            Set.copyOf(each.texts("signals")),
                            shape(each.value("settings").orElseThrow()));
            Map<String, ReleaseFields.Component> types =
                    components.computeIfAbsent(kind, _ -> new HashMap<>());
            types.put(each.text("type"), component);
            each.optionalText("oldType").ifPresent(old -> types.put(old, component));
        }
        return new ReleaseFields(
                SemanticVersion.parseStrict(version)
                        .orElseThrow(() -> invalid("version " + version)),
                components);
    }

    private FieldShape shape(Value value) {
        FieldShape shape =
                switch (value) {
                    case Value.Text(String text) -> leaf(text);
                    case Value.Mapping(var entries) -> composite(entries);
                    default -> throw invalid(value.typeName());
                };
        return shared.computeIfAbsent(shape, same -> same);
    }

    private static FieldShape leaf(String text) {
        List<String> words = Arrays.asList(text.split(" ", -1));
        Set<String> marks = new HashSet<>(words.subList(1, words.size()));
        return new FieldShape(
                FieldShape.Type.valueOf(words.getFirst().toUpperCase(Locale.ROOT)),
                marks.contains("custom"),
                marks.contains("secret"),
                Map.of(),
                Optional.empty());
    }

    private FieldShape composite(Map<String, Value> entries) {
        boolean custom = entries.containsKey("custom");
        Value fields = entries.get("fields");
        if (fields instanceof Value.Mapping(var keys)) {
            Map<String, FieldShape> shapes = new HashMap<>();
            keys.forEach((key, value) -> shapes.put(key, shape(value)));
            return new FieldShape(FieldShape.Type.OBJECT, custom, false, shapes, Optional.empty());
        }
        Value items = entries.get("items");
        Value values = entries.get("values");
        if (items != null) {
            return new FieldShape(
                    FieldShape.Type.LIST, custom, false, Map.of(), Optional.of(shape(items)));
        }
        if (values != null) {
            return new FieldShape(
                    FieldShape.Type.MAP, custom, false, Map.of(), Optional.of(shape(values)));
        }
        throw invalid("setting");
    }

    private static IllegalStateException invalid(String what) {
        return new IllegalStateException("a component description has an unknown " + what);
    }
}
