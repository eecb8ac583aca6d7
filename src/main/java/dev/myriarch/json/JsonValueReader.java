package dev.myriarch.json;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.myriarch.base.Value;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one text. Recursive; the depth is bounded by the limits. Confined to one call. */
final class JsonValueReader {
    private static final int SHOWN_KEY_LENGTH = 40;

    private final String text;
    private final JsonLimits limits;
    private final JsonReader reader;
    private int elements;

    JsonValueReader(String text, JsonLimits limits) {
        this.text = text;
        this.limits = limits;
        this.reader = new JsonReader(new StringReader(text));
        reader.setStrictness(Strictness.STRICT);
        reader.setNestingLimit(limits.maximumDepth() + 1);
    }

    Value read() {
        try {
            Value value = readValue(0);
            if (reader.peek() != JsonToken.END_DOCUMENT) {
                throw failure("there is more after the value");
            }
            return value;
        } catch (EOFException e) {
            throw failure("the text ends too early", e);
        } catch (IOException | IllegalStateException e) {
            // The messages of the library speak about its own settings.
            throw failure("this is not allowed here", e);
        }
    }

    private Value readValue(int depth) throws IOException {
        JsonToken token = reader.peek();
        if (++elements > limits.maximumElements()) {
            throw failure("there are more than " + limits.maximumElements() + " values");
        }
        return switch (token) {
            case BEGIN_OBJECT -> readObject(depth + 1);
            case BEGIN_ARRAY -> readArray(depth + 1);
            case STRING -> Value.of(readText());
            case NUMBER -> number(reader.nextString());
            case BOOLEAN -> Value.of(reader.nextBoolean());
            case NULL -> {
                reader.nextNull();
                yield Value.ofNull();
            }
            case END_ARRAY, END_OBJECT, NAME, END_DOCUMENT ->
                    throw failure("a value is missing here");
        };
    }

    private Value readObject(int depth) throws IOException {
        checkDepth(depth);
        Map<String, Value> entries = new LinkedHashMap<>();
        reader.beginObject();
        while (reader.hasNext()) {
            String key = checked(reader.nextName());
            if (entries.containsKey(key)) {
                throw failure("the key \"" + shorten(key) + "\" occurs twice");
            }
            entries.put(key, readValue(depth));
        }
        reader.endObject();
        return new Value.Mapping(entries);
    }

    private Value readArray(int depth) throws IOException {
        checkDepth(depth);
        List<Value> list = new ArrayList<>();
        reader.beginArray();
        while (reader.hasNext()) {
            list.add(readValue(depth));
        }
        reader.endArray();
        return new Value.Sequence(list);
    }

    private void checkDepth(int depth) {
        if (depth > limits.maximumDepth()) {
            throw failure("it is nested more than " + limits.maximumDepth() + " levels deep");
        }
    }

    private String readText() throws IOException {
        return checked(reader.nextString());
    }

    /** Refuses half of a surrogate pair: it is no character and cannot be stored as UTF-8. */
    private String checked(String content) {
        if (content.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF)) {
            throw failure("a \\u escape names half of a surrogate pair");
        }
        return content;
    }

    private Value number(String digits) {
        boolean decimal = false;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            decimal |= c == '.' || c == 'e' || c == 'E';
        }
        if (decimal) {
            double number = Double.parseDouble(digits);
            if (Double.isInfinite(number)) {
                throw failure("the number is too large");
            }
            return Value.of(number);
        }
        if (digits.length() > limits.maximumDigits()) {
            throw failure("an integer has more than " + limits.maximumDigits() + " digits");
        }
        return new Value.Int(new BigInteger(digits));
    }

    private JsonException failure(String reason) {
        int[] position = position();
        return new JsonException(reason, position[0], position[1]);
    }

    private JsonException failure(String reason, Exception cause) {
        int[] position = position();
        return new JsonException(reason, position[0], position[1], cause);
    }

    /** Line and column of the next character to read, from 1. */
    private int[] position() {
        int end = (int) Math.min(reader.getCharacterOffset(), text.length());
        int line = 1;
        int lineStart = 0;
        for (int i = text.indexOf('\n'); i >= 0 && i < end; i = text.indexOf('\n', i + 1)) {
            line++;
            lineStart = i + 1;
        }
        return new int[] {line, text.codePointCount(lineStart, end) + 1};
    }

    private static String shorten(String key) {
        String shown = key.length() <= SHOWN_KEY_LENGTH ? key : key.substring(0, 40) + "…";
        StringBuilder out = new StringBuilder();
        shown.codePoints().forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return out.toString();
    }
}
