package dev.myriarch.template;

import dev.myriarch.base.GoFloat;
import dev.myriarch.base.Value;
import java.util.List;
import java.util.Map;

/** Compact JSON as Go's encoding/json writes it without escaping HTML; keys are sorted. */
final class JsonText {
    private static final String HEX = "0123456789abcdef";

    private JsonText() {}

    static String of(Value value) throws TemplateException {
        TextBuilder json = new TextBuilder();
        write(value, json, 0);
        return json.toString();
    }

    private static void write(Value value, TextBuilder json, int depth) throws TemplateException {
        ValueSize.checkDepth(depth);
        switch (value) {
            case Value.Text(String text) -> text(text, json);
            case Value.Null _ -> json.append("null");
            case Value.Bool(boolean truth) -> json.append(truth ? "true" : "false");
            case Value.Int number -> json.append(Scalars.integer(number));
            case Value.Decimal(double number) -> json.append(number(number));
            case Value.Sequence(List<Value> elements) -> {
                json.append('[');
                String separator = "";
                for (Value element : elements) {
                    json.append(separator);
                    write(element, json, depth + 1);
                    separator = ",";
                }
                json.append(']');
            }
            case Value.Mapping map -> {
                if (map.entries().size() > TemplateLimits.TEXT_BYTES) {
                    throw TextBuilder.tooLong();
                }
                json.append('{');
                String separator = "";
                for (Map.Entry<String, Value> entry : SortedEntries.of(map)) {
                    json.append(separator);
                    text(entry.getKey(), json);
                    json.append(':');
                    write(entry.getValue(), json, depth + 1);
                    separator = ",";
                }
                json.append('}');
            }
        }
    }

    private static String number(double number) throws TemplateException {
        if (!Double.isFinite(number)) {
            throw new TemplateException("JSON has no number for " + GoFloat.shortest(number));
        }
        return GoFloat.json(number);
    }

    private static void text(String text, TextBuilder json) throws TemplateException {
        json.append('"');
        int plain = 0;
        for (int i = 0; i < text.length(); i++) {
            String escape = escape(text, i);
            if (!escape.isEmpty()) {
                json.append(text.substring(plain, i)).append(escape);
                plain = i + 1;
            }
        }
        json.append(text.substring(plain)).append('"');
    }

    /** The escape for the code unit at the index; empty where it needs none. */
    private static String escape(String text, int index) {
        char character = text.charAt(index);
        return switch (character) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '\u2028' -> "\\u2028";
            case '\u2029' -> "\\u2029";
            default -> {
                if (character < ' ') {
                    yield "\\u00" + HEX.charAt(character >> 4) + HEX.charAt(character & 15);
                }
                boolean unpaired =
                        Character.isSurrogate(character)
                                && !Character.isSupplementaryCodePoint(text.codePointAt(index))
                                && (index == 0
                                        || !Character.isSurrogatePair(
                                                text.charAt(index - 1), character));
                yield unpaired ? "\\ufffd" : "";
            }
        };
    }
}
