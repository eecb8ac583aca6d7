package dev.myriarch.gitops.pg;

import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** JSON that a {@code jsonb} column takes: it knows no NUL character, NaN or infinity. */
final class StorableJson {
    private StorableJson() {}

    static String write(Value value) {
        return Json.write(storable(value));
    }

    private static Value storable(Value value) {
        return switch (value) {
            case Value.Text(String text) -> Value.of(storable(text));
            case Value.Decimal(double number) ->
                    Double.isFinite(number) ? value : Value.of(Double.toString(number));
            case Value.Sequence(var elements) ->
                    new Value.Sequence(elements.stream().map(StorableJson::storable).toList());
            case Value.Mapping(var entries) -> {
                Map<String, Value> storable = new LinkedHashMap<>();
                entries.forEach((key, element) -> storable.put(storable(key), storable(element)));
                yield new Value.Mapping(storable);
            }
            case Value.Int _, Value.Bool _, Value.Null _ -> value;
        };
    }

    private static String storable(String text) {
        return text.replace('\0', '\uFFFD');
    }
}
