package dev.myriarch.json;

import dev.myriarch.base.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/** Writes one value as compact JSON. Confined to one call. */
final class JsonWriter {
    private static final int MAXIMUM_DEPTH = 1_000;
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder out = new StringBuilder();
    private final boolean sorted;
    private final DoubleFunction<String> decimals;

    JsonWriter(boolean sorted, DoubleFunction<String> decimals) {
        this.sorted = sorted;
        this.decimals = decimals;
    }

    String write(Value value) {
        append(value, 0);
        return out.toString();
    }

    private void append(Value value, int depth) {
        switch (value) {
            case Value.Text(String text) -> appendText(text);
            case Value.Int(var number) -> out.append(number);
            case Value.Decimal(double number) -> out.append(decimals.apply(number));
            case Value.Bool(boolean truth) -> out.append(truth);
            case Value.Null _ -> out.append("null");
            case Value.Sequence(List<Value> elements) -> appendSequence(elements, deeper(depth));
            case Value.Mapping(Map<String, Value> entries) -> appendMapping(entries, deeper(depth));
        }
    }

    private static int deeper(int depth) {
        if (depth >= MAXIMUM_DEPTH) {
            throw new IllegalArgumentException(
                    "the value is nested more than " + MAXIMUM_DEPTH + " levels deep");
        }
        return depth + 1;
    }

    private void appendSequence(List<Value> elements, int depth) {
        out.append('[');
        boolean first = true;
        for (Value element : elements) {
            if (!first) {
                out.append(',');
            }
            first = false;
            append(element, depth);
        }
        out.append(']');
    }

    private void appendMapping(Map<String, Value> entries, int depth) {
        out.append('{');
        boolean first = true;
        for (Map.Entry<String, Value> entry : inOrder(entries)) {
            if (!first) {
                out.append(',');
            }
            first = false;
            appendText(entry.getKey());
            out.append(':');
            append(entry.getValue(), depth);
        }
        out.append('}');
    }

    private Iterable<Map.Entry<String, Value>> inOrder(Map<String, Value> entries) {
        if (!sorted || entries.size() < 2) {
            return entries.entrySet();
        }
        List<Map.Entry<String, Value>> list = new ArrayList<>(entries.entrySet());
        list.sort((left, right) -> compareBytes(left.getKey(), right.getKey()));
        return list;
    }

    /** Order of the UTF-8 bytes, which is the order of the code points. */
    static int compareBytes(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                // Surrogates stand for code points above every other char.
                boolean aSurrogate = Character.isSurrogate(a);
                return aSurrogate == Character.isSurrogate(b)
                        ? Character.compare(a, b)
                        : aSurrogate ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    private void appendText(String text) {
        out.append('"');
        int written = 0;
        int position = 0;
        while (position < text.length()) {
            char c = text.charAt(position);
            int length = isPlain(c) ? 1 : pairLength(text, position);
            if (length == 0) {
                out.append(text, written, position);
                appendEscape(c);
                length = 1;
                written = position + 1;
            }
            position += length;
        }
        out.append(text, written, text.length()).append('"');
    }

    private static boolean isPlain(char c) {
        return c >= 0x20
                && c != '"'
                && c != '\\'
                && c != '\u2028'
                && c != '\u2029'
                && !Character.isSurrogate(c);
    }

    /** 2 for a surrogate pair at the position, else 0. */
    private static int pairLength(String text, int position) {
        boolean pair =
                position + 1 < text.length()
                        && Character.isSurrogatePair(
                                text.charAt(position), text.charAt(position + 1));
        return pair ? 2 : 0;
    }

    private void appendEscape(char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> appendCode(Character.isSurrogate(c) ? '\uFFFD' : c);
        }
    }

    private void appendCode(char c) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(HEX.charAt((c >> shift) & 0xF));
        }
    }
}
