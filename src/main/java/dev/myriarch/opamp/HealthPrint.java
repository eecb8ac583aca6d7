package dev.myriarch.opamp;

import dev.myriarch.base.Sha256;
import dev.myriarch.base.Value;
import java.util.Map;
import java.util.TreeMap;

/** Identity of a health tree, whatever the order in which the database keeps its keys. */
final class HealthPrint {
    private HealthPrint() {}

    static String of(Value tree) {
        StringBuilder text = new StringBuilder();
        append(text, tree);
        return Sha256.hex(text.toString());
    }

    private static void append(StringBuilder text, Value value) {
        switch (value) {
            case Value.Mapping(Map<String, Value> entries) ->
                    new TreeMap<>(entries)
                            .forEach((key, entry) -> {
                                text.append(key.length()).append('=').append(key).append('{');
                                append(text, entry);
                                text.append('}');
                            });
            case Value.Sequence(var elements) -> elements.forEach(e -> append(text, e));
            case Value.Text(String content) ->
                    text.append(content.length()).append(':').append(content);
            case Value.Bool(boolean truth) -> text.append(truth);
            case Value.Int(var number) -> text.append(number);
            case Value.Decimal(double number) -> text.append(number);
            case Value.Null _ -> text.append("null");
        }
    }
}
