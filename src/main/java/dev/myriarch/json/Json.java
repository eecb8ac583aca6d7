package dev.myriarch.json;

import dev.myriarch.base.GoFloat;
import dev.myriarch.base.Value;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads and writes JSON (RFC 8259). Integers stay integers of any size. */
public final class Json {
    private Json() {}

    /**
     * Reads one value with the default limits.
     *
     * @throws JsonException when the text is no JSON, has a key twice or exceeds a limit
     */
    public static Value read(String text) {
        return read(text, JsonLimits.defaults());
    }

    /**
     * Reads one value with the default limits.
     *
     * @throws JsonException when the bytes are no JSON in UTF-8 or exceed a limit
     */
    public static Value read(byte[] content) {
        return read(content, JsonLimits.defaults());
    }

    public static Value read(String text, JsonLimits limits) {
        // A character takes at least one byte, so this bound is not the stricter one.
        if (text.length() > limits.maximumBytes()) {
            throw tooLarge(limits);
        }
        return new JsonValueReader(text, limits).read();
    }

    public static Value read(byte[] content, JsonLimits limits) {
        if (content.length > limits.maximumBytes()) {
            throw tooLarge(limits);
        }
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
            return new JsonValueReader(text, limits).read();
        } catch (CharacterCodingException e) {
            throw new JsonException("the content is not UTF-8", 1, 1, e);
        }
    }

    /**
     * Compact JSON, keys in the order of the mapping; {@code < > &} are not escaped. A decimal
     * keeps a point, so that it is read back as a decimal, also after PostgreSQL has normalized it
     * in a {@code jsonb} column.
     *
     * @throws IllegalArgumentException for NaN, infinities and more than 1000 levels
     */
    public static String write(Value value) {
        return new JsonWriter(false, Json::decimal).write(value);
    }

    /**
     * Compact JSON as Go's {@code encoding/json} writes it without HTML escaping: keys in the order
     * of their bytes, floats in the shortest form ({@code 1}, {@code 1e-9}, {@code 1e+21}).
     *
     * @throws IllegalArgumentException for NaN, infinities and more than 1000 levels
     */
    public static String writeSorted(Value value) {
        return new JsonWriter(true, GoFloat::json).write(value);
    }

    private static String decimal(double number) {
        String shortest = GoFloat.json(number);
        if (number != Math.rint(number)) {
            return shortest;
        }
        return (number == 0 ? shortest : new BigDecimal(shortest).toPlainString()) + ".0";
    }

    private static JsonException tooLarge(JsonLimits limits) {
        return new JsonException("it is larger than " + limits.maximumBytes() + " bytes", 1, 1);
    }
}
