package dev.myriarch.json;

import dev.myriarch.base.Value;
import java.util.Map;

/** Reads and writes JSON. */
public final class Json {
    private Json() {}

    /** Compact JSON, keys in the order of the mapping; {@code < > &} are not escaped. */
    public static String write(Value value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString();
    }

    private static void append(StringBuilder out, Value value) {
        switch (value) {
            case Value.Text(String text) -> appendText(out, text);
            case Value.Int(var number) -> out.append(number);
            case Value.Decimal(double number) -> out.append(number);
            case Value.Bool(boolean truth) -> out.append(truth);
            case Value.Null _ -> out.append("null");
            case Value.Sequence(var elements) -> {
                String separator = "[";
                for (Value element : elements) {
                    append(out.append(separator), element);
                    separator = ",";
                }
                out.append(elements.isEmpty() ? "[]" : "]");
            }
            case Value.Mapping(Map<String, Value> entries) -> {
                String separator = "{";
                for (Map.Entry<String, Value> entry : entries.entrySet()) {
                    appendText(out.append(separator), entry.getKey());
                    append(out.append(':'), entry.getValue());
                    separator = ",";
                }
                out.append(entries.isEmpty() ? "{}" : "}");
            }
        }
    }

    private static void appendText(StringBuilder out, String text) {
        out.append('"');
        text.chars()
                .forEach(c -> {
                    if (c == '"' || c == '\\') {
                        out.append('\\').append((char) c);
                    } else if (c < 0x20) {
                        out.append(String.format("\\u%04x", c));
                    } else {
                        out.append((char) c);
                    }
                });
        out.append('"');
    }
}
