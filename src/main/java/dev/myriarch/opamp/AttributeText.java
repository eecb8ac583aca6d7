package dev.myriarch.opamp;

import dev.myriarch.base.GoFloat;
import dev.myriarch.base.SecretNames;
import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.KeyValue;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Attribute values as text: booleans as {@code true} and {@code false}, integers in decimal, floats
 * in their shortest form, bytes in base64, lists and maps as JSON.
 */
final class AttributeText {
    /** More attributes than this are left out, in the order of their keys. */
    static final int MAX_ATTRIBUTES = 256;

    /** Longer keys are left out, because a shortened key would be another one. */
    static final int MAX_KEY = 256;

    /** Longer values are cut, and end with an ellipsis. */
    static final int MAX_VALUE = 4096;

    /** Characters of all keys and values; what comes last in the order of the keys is left out. */
    static final int MAX_TOTAL = 1 << 16;

    /** Characters of a text that are looked at. */
    private static final int MAX_READ = 1 << 16;

    private static final String ELLIPSIS = "…";

    private AttributeText() {}

    /**
     * Attributes sorted by key; of a repeated key the last one counts. Secrets are taken out of the
     * values, and whole values of attributes such as {@code api_key}.
     */
    static KeptAttributes keep(List<KeyValue> attributes, SecretRedactor redactor) {
        TreeMap<String, String> texts = new TreeMap<>();
        TreeSet<String> cut = new TreeSet<>();
        TreeSet<String> leftOut = new TreeSet<>();
        for (KeyValue attribute : attributes) {
            String key = attribute.getKey();
            if (key.length() > MAX_KEY) {
                leftOut.add(key);
            } else if (!key.isEmpty()) {
                String reported = of(attribute.getValue());
                String text = text(key, reported, redactor);
                texts.put(key, text);
                if (isCut(reported, text)) {
                    cut.add(key);
                } else {
                    cut.remove(key);
                }
            }
        }
        while (texts.size() > MAX_ATTRIBUTES || length(texts) > MAX_TOTAL) {
            String last = texts.lastKey();
            texts.remove(last);
            cut.remove(last);
            leftOut.add(last);
        }
        return new KeptAttributes(texts, cut, leftOut);
    }

    private static boolean isCut(String reported, String text) {
        return reported.length() > MAX_READ
                || (reported.length() > MAX_VALUE && text.endsWith(ELLIPSIS));
    }

    private static String text(String key, String text, SecretRedactor redactor) {
        return SecretNames.isSecretInText(key)
                ? cut(redactor.redactValue(text))
                : redacted(text, redactor);
    }

    /** {@code text} without secrets, at most {@link #MAX_VALUE} characters. */
    static String redacted(String text, SecretRedactor redactor) {
        String read = text;
        if (text.length() > MAX_READ) {
            // Half a secret is not recognised, so the last word goes.
            int end = MAX_READ;
            while (end > MAX_READ - MAX_VALUE && !Character.isWhitespace(text.charAt(end - 1))) {
                end--;
            }
            read = text.substring(0, end);
        }
        return cut(redactor.redactMessage(read));
    }

    private static int length(Map<String, String> texts) {
        return texts.entrySet().stream()
                .mapToInt(entry -> entry.getKey().length() + entry.getValue().length())
                .sum();
    }

    /** {@code text}, at most {@link #MAX_VALUE} characters. */
    static String cut(String text) {
        if (text.length() <= MAX_VALUE) {
            return text;
        }
        int end = MAX_VALUE - 1;
        if (Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end) + ELLIPSIS;
    }

    static String of(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case BOOL_VALUE -> String.valueOf(value.getBoolValue());
            case INT_VALUE -> String.valueOf(value.getIntValue());
            case DOUBLE_VALUE -> GoFloat.shortest(value.getDoubleValue());
            case BYTES_VALUE -> base64(value);
            case ARRAY_VALUE, KVLIST_VALUE -> Json.write(tree(value));
            case VALUE_NOT_SET -> "";
        };
    }

    private static Value tree(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> Value.of(value.getStringValue());
            case BOOL_VALUE -> Value.of(value.getBoolValue());
            case INT_VALUE -> Value.of(value.getIntValue());
            case DOUBLE_VALUE ->
                    Double.isFinite(value.getDoubleValue())
                            ? Value.of(value.getDoubleValue())
                            : Value.of(GoFloat.shortest(value.getDoubleValue()));
            case BYTES_VALUE -> Value.of(base64(value));
            case ARRAY_VALUE -> {
                List<Value> elements = new ArrayList<>();
                value.getArrayValue().getValuesList().forEach(e -> elements.add(tree(e)));
                yield new Value.Sequence(elements);
            }
            case KVLIST_VALUE -> {
                Map<String, Value> entries = new TreeMap<>();
                value.getKvlistValue()
                        .getValuesList()
                        .forEach(e -> entries.put(e.getKey(), tree(e.getValue())));
                yield new Value.Mapping(new LinkedHashMap<>(entries));
            }
            case VALUE_NOT_SET -> Value.ofNull();
        };
    }

    private static String base64(AnyValue value) {
        return Base64.getEncoder().encodeToString(value.getBytesValue().toByteArray());
    }
}
