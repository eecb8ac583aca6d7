package dev.myriarch.yaml;

import dev.myriarch.base.GoFloat;
import dev.myriarch.base.Value;
import java.util.List;
import java.util.Map;

/** Writes one value in block style. Confined to one call. */
final class YamlEmitter {
    private static final int MAXIMUM_DEPTH = 1_000;

    /** Longer keys, in bytes, are written with a question mark. */
    private static final int MAXIMUM_SIMPLE_KEY = 128;

    /** Indentation of what surrounds the root. */
    private static final int OUTSIDE = -1;

    private final YamlOutput out = new YamlOutput();
    private final ScalarEmitter scalars = new ScalarEmitter(out);
    private int depth;

    byte[] emit(Value value) {
        node(value, OUTSIDE);
        out.indent(0);
        return out.toByteArray();
    }

    /** {@code indent} is that of the collection that holds the node. */
    private void node(Value value, int indent) {
        switch (value) {
            case Value.Text(String text) -> scalars.text(text, inner(indent));
            case Value.Int(var number) -> scalars.bare(number.toString());
            case Value.Decimal(double number) -> scalars.bare(decimal(number));
            case Value.Bool(boolean truth) -> scalars.bare(truth ? "true" : "false");
            case Value.Null _ -> scalars.bare("null");
            case Value.Sequence(List<Value> elements) -> sequence(elements, indent);
            case Value.Mapping(Map<String, Value> entries) -> mapping(entries, indent);
        }
    }

    private void sequence(List<Value> elements, int outer) {
        if (elements.isEmpty()) {
            empty('[', ']');
            return;
        }
        int indent = enter(outer);
        for (Value element : elements) {
            out.indent(indent);
            out.indicator('-', true, true);
            node(element, indent);
        }
        depth--;
    }

    private void mapping(Map<String, Value> entries, int outer) {
        if (entries.isEmpty()) {
            empty('{', '}');
            return;
        }
        int indent = enter(outer);
        for (String key : KeyOrder.sorted(entries.keySet())) {
            out.indent(indent);
            key(key, indent);
            node(entries.getOrDefault(key, Value.ofNull()), indent);
        }
        depth--;
    }

    private void key(String key, int indent) {
        ScalarAnalysis analysis = ScalarAnalysis.of(key);
        if (!analysis.multiline() && isShort(key)) {
            scalars.text(key, analysis, inner(indent));
            out.indicator(':', false, false);
        } else {
            out.indicator('?', true, true);
            scalars.text(key, analysis, inner(indent));
            out.indent(indent);
            out.indicator(':', true, true);
        }
    }

    private void empty(char open, char close) {
        out.indicator(open, true, false);
        out.indicator(close, false, false);
    }

    private int enter(int outer) {
        if (++depth > MAXIMUM_DEPTH) {
            throw new IllegalArgumentException(
                    "the value is nested more than " + MAXIMUM_DEPTH + " levels deep");
        }
        return outer == OUTSIDE ? 0 : outer + 2;
    }

    private static int inner(int indent) {
        return Math.max(indent, 0) + 2;
    }

    private static String decimal(double number) {
        if (Double.isNaN(number)) {
            return ".nan";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? ".inf" : "-.inf";
        }
        return GoFloat.shortest(number);
    }

    private static boolean isShort(String key) {
        if (key.length() * 3 <= MAXIMUM_SIMPLE_KEY) {
            return true;
        }
        int length = 0;
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            // A surrogate is half of a character of four bytes.
            length += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return length <= MAXIMUM_SIMPLE_KEY;
    }
}
