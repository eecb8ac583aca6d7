package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.List;
import java.util.Map;

/** How much text a value would be, found without building it. */
final class ValueSize {
    private static final int NUMBER_BYTES = 8;
    private static final int BITS_PER_DIGIT = 3;

    private long bytes;

    private ValueSize() {}

    /**
     * About the bytes of the value as JSON without escapes.
     *
     * @throws TemplateException when it has more than {@link TemplateLimits#TEXT_BYTES} or is
     *     nested too deep
     */
    static int of(Value value) throws TemplateException {
        ValueSize size = new ValueSize();
        size.add(value, 0);
        return (int) size.bytes;
    }

    static void checkDepth(int depth) throws TemplateException {
        if (depth > TemplateLimits.VALUE_NESTING) {
            throw new TemplateException(
                    "lists and maps are nested more than "
                            + TemplateLimits.VALUE_NESTING
                            + " deep");
        }
    }

    private void add(Value value, int depth) throws TemplateException {
        checkDepth(depth);
        switch (value) {
            case Value.Text(String text) -> count(Utf8.length(text) + (depth == 0 ? 0 : 2));
            case Value.Int number -> count(1 + number.value().bitLength() / BITS_PER_DIGIT);
            case Value.Decimal _, Value.Bool _, Value.Null _ -> count(NUMBER_BYTES);
            case Value.Sequence(List<Value> elements) -> {
                count(2);
                for (Value element : elements) {
                    count(1);
                    add(element, depth + 1);
                }
            }
            case Value.Mapping(Map<String, Value> entries) -> {
                count(2);
                for (Map.Entry<String, Value> entry : entries.entrySet()) {
                    count(4 + Utf8.length(entry.getKey()));
                    add(entry.getValue(), depth + 1);
                }
            }
        }
    }

    private void count(long added) throws TemplateException {
        bytes += added;
        if (bytes > TemplateLimits.TEXT_BYTES) {
            throw TextBuilder.tooLong();
        }
    }
}
