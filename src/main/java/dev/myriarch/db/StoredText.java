package dev.myriarch.db;

import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes any text fit for PostgreSQL, which stores neither U+0000 nor half a surrogate pair: both
 * become U+FFFD. For texts that somebody outside chose: a refusal would let an agent block its own
 * registration for ever, and a caller keep its failed login out of the audit log.
 */
public final class StoredText {
    private static final char REPLACEMENT = '\uFFFD';

    /** A longer text would not fit into an index entry, and no honest name is that long. */
    private static final int MAX_COLUMN = 255;

    private StoredText() {}

    /** A text for a column that is sorted and counted: cut where it is too long. */
    public static String column(String text) {
        return of(text.length() <= MAX_COLUMN ? text : text.substring(0, MAX_COLUMN));
    }

    public static String of(String text) {
        int bad = firstBad(text);
        if (bad < 0) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length());
        clean.append(text, 0, bad);
        for (int i = bad; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isPair(text, i)) {
                clean.append(c).append(text.charAt(++i));
            } else {
                clean.append(c == 0 || Character.isSurrogate(c) ? REPLACEMENT : c);
            }
        }
        return clean.toString();
    }

    /** JSON text of a value, all keys and texts cleaned. */
    public static String json(Value value) {
        return Json.write(clean(value));
    }

    /** JSON text of a map of texts. */
    public static String json(Map<String, String> texts) {
        return json(Value.ofTexts(texts));
    }

    private static Value clean(Value value) {
        return switch (value) {
            case Value.Text(String text) -> new Value.Text(of(text));
            case Value.Sequence(List<Value> elements) ->
                    new Value.Sequence(elements.stream().map(StoredText::clean).toList());
            case Value.Mapping(Map<String, Value> entries) -> {
                Map<String, Value> clean = new LinkedHashMap<>();
                entries.forEach((key, entry) -> clean.put(of(key), clean(entry)));
                yield new Value.Mapping(clean);
            }
            // JSON has no such numbers; the text keeps what was meant.
            case Value.Decimal(double number) when !Double.isFinite(number) ->
                    new Value.Text(String.valueOf(number));
            case Value.Int _, Value.Decimal _, Value.Bool _, Value.Null _ -> value;
        };
    }

    private static int firstBad(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isPair(text, i)) {
                i++;
            } else if (c == 0 || Character.isSurrogate(c)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isPair(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1));
    }
}
