package dev.myriarch.gen;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Secret;
import dev.myriarch.base.Value;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Decoders of the types that the API document uses. */
final class Decoders {
    private Decoders() {}

    /** Any text. */
    static Decoder<String> text() {
        return text(Integer.MAX_VALUE);
    }

    /** A text of at most this many characters. */
    static Decoder<String> text(int maxLength) {
        return (value, path) -> {
            if (!(value instanceof Value.Text(String text))) {
                throw wrongType(path, "a string", value);
            }
            if (text.length() > maxLength) {
                throw invalid(path, "must have at most " + maxLength + " characters");
            }
            return text;
        };
    }

    static Decoder<String> oneOf(List<String> allowed) {
        return (value, path) -> {
            String text = text().decode(value, path);
            if (!allowed.contains(text)) {
                throw invalid(path, "must be one of " + String.join(", ", allowed));
            }
            return text;
        };
    }

    static Decoder<Secret> secret(int maxLength) {
        Decoder<String> text = text(maxLength);
        return (value, path) -> new Secret(text.decode(value, path));
    }

    static UUID uuid(Value value, String path) {
        String text = text().decode(value, path);
        try {
            UUID uuid = UUID.fromString(text);
            if (uuid.toString().equalsIgnoreCase(text)) {
                return uuid;
            }
        } catch (IllegalArgumentException notAUuid) {
            // Answered below, like a text that the JDK would read in a lenient way.
        }
        throw invalid(path, "must be a UUID");
    }

    static Instant instant(Value value, String path) {
        String text = text().decode(value, path);
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException notATime) {
            throw invalid(path, "must be a time such as 2026-01-31T12:00:00.000Z");
        }
    }

    static Decoder<Integer> int32(long minimum, long maximum) {
        Decoder<Long> wide = int64(minimum, maximum);
        return (value, path) -> Math.toIntExact(wide.decode(value, path));
    }

    static Decoder<Long> int64(long minimum, long maximum) {
        return (value, path) -> {
            if (!(value instanceof Value.Int(BigInteger number))) {
                throw wrongType(path, "an integer", value);
            }
            if (number.compareTo(BigInteger.valueOf(minimum)) < 0
                    || number.compareTo(BigInteger.valueOf(maximum)) > 0) {
                throw invalid(path, "must be between " + minimum + " and " + maximum);
            }
            return number.longValueExact();
        };
    }

    static Double decimal(Value value, String path) {
        return switch (value) {
            case Value.Decimal(double number) -> number;
            case Value.Int(BigInteger number) -> number.doubleValue();
            case Value.Text _, Value.Bool _, Value.Null _, Value.Sequence _, Value.Mapping _ ->
                    throw wrongType(path, "a number", value);
        };
    }

    static Boolean bool(Value value, String path) {
        if (value instanceof Value.Bool(boolean truth)) {
            return truth;
        }
        throw wrongType(path, "true or false", value);
    }

    static Value.Mapping mapping(Value value, String path) {
        if (value instanceof Value.Mapping mapping) {
            return mapping;
        }
        throw wrongType(path, "an object", value);
    }

    static <T> Decoder<List<T>> list(Decoder<T> element) {
        return (value, path) -> {
            if (!(value instanceof Value.Sequence(List<Value> elements))) {
                throw wrongType(path, "a list", value);
            }
            List<T> decoded = new ArrayList<>(elements.size());
            for (Value each : elements) {
                decoded.add(element.decode(each, path + "[" + decoded.size() + "]"));
            }
            return decoded;
        };
    }

    static <T> Decoder<Map<String, T>> map(Decoder<T> element) {
        return (value, path) -> {
            Map<String, T> decoded = new LinkedHashMap<>();
            mapping(value, path)
                    .entries()
                    .forEach((key, each) ->
                            decoded.put(key, element.decode(each, path + "." + key)));
            return decoded;
        };
    }

    static MyriarchException wrongType(String path, String expected, Value actual) {
        return new MyriarchException(
                ErrorCode.BAD_REQUEST,
                subject(path) + " must be " + expected + ", not " + describe(actual));
    }

    static MyriarchException invalid(String path, String what) {
        return new MyriarchException(ErrorCode.VALIDATION_FAILED, subject(path) + " " + what);
    }

    static String subject(String path) {
        return path.isEmpty() ? "the body" : "field " + path;
    }

    private static String describe(Value value) {
        return switch (value) {
            case Value.Text _ -> "a string";
            case Value.Int _ -> "an integer";
            case Value.Decimal _ -> "a decimal number";
            case Value.Bool _ -> "a boolean";
            case Value.Null _ -> "null";
            case Value.Sequence _ -> "a list";
            case Value.Mapping _ -> "an object";
        };
    }
}
