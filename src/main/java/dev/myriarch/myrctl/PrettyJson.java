package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import java.util.Iterator;
import java.util.Map;

/** JSON with an entry per line, for files that people keep in Git. */
final class PrettyJson {
    private static final String STEP = "  ";

    private PrettyJson() {}

    /** Ends with a line end. */
    static String write(Value value) {
        StringBuilder out = new StringBuilder();
        append(out, value, "\n");
        return out.append('\n').toString();
    }

    /**
     * @param lineEnd line end and indentation of the line in which {@code value} begins
     */
    private static void append(StringBuilder out, Value value, String lineEnd) {
        switch (value) {
            case Value.Mapping(var entries) when !entries.isEmpty() -> {
                String inner = lineEnd + STEP;
                out.append('{');
                Iterator<Map.Entry<String, Value>> each = entries.entrySet().iterator();
                while (each.hasNext()) {
                    Map.Entry<String, Value> entry = each.next();
                    out.append(inner).append(Json.write(Value.of(entry.getKey()))).append(": ");
                    append(out, entry.getValue(), inner);
                    out.append(each.hasNext() ? "," : "");
                }
                out.append(lineEnd).append('}');
            }
            case Value.Sequence(var elements) when holdsCollections(value) -> {
                String inner = lineEnd + STEP;
                out.append('[');
                for (int index = 0; index < elements.size(); index++) {
                    out.append(index == 0 ? "" : ",").append(inner);
                    append(out, elements.get(index), inner);
                }
                out.append(lineEnd).append(']');
            }
            case Value.Sequence _,
                    Value.Mapping _,
                    Value.Text _,
                    Value.Int _,
                    Value.Decimal _,
                    Value.Bool _,
                    Value.Null _ ->
                    out.append(Json.write(value));
        }
    }

    private static boolean holdsCollections(Value value) {
        return value instanceof Value.Sequence(var elements)
                && elements.stream()
                        .anyMatch(each ->
                                each instanceof Value.Mapping || each instanceof Value.Sequence);
    }
}
