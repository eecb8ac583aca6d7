package dev.myriarch.template;

import dev.myriarch.base.GoFloat;
import dev.myriarch.base.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The value of a whole expression, as if it had been written as JSON and read again: a float
 * without a fraction that fits in 64 bits is an integer.
 */
final class TypedResult {
    private static final int LONG_BITS = 63;

    private TypedResult() {}

    static Value of(Value value) throws TemplateException {
        ValueSize.of(value);
        return hasDecimals(value) ? normalize(value) : value;
    }

    private static boolean hasDecimals(Value value) {
        return switch (value) {
            case Value.Decimal _ -> true;
            case Value.Sequence(List<Value> elements) ->
                    elements.stream().anyMatch(TypedResult::hasDecimals);
            case Value.Mapping(Map<String, Value> entries) ->
                    entries.values().stream().anyMatch(TypedResult::hasDecimals);
            case Value.Text _, Value.Int _, Value.Bool _, Value.Null _ -> false;
        };
    }

    private static Value normalize(Value value) throws TemplateException {
        return switch (value) {
            case Value.Decimal decimal -> number(decimal);
            case Value.Sequence(List<Value> elements) -> {
                List<Value> normal = new ArrayList<>(elements.size());
                for (Value element : elements) {
                    normal.add(normalize(element));
                }
                yield new Value.Sequence(normal);
            }
            case Value.Mapping(Map<String, Value> entries) -> {
                Map<String, Value> normal = new LinkedHashMap<>();
                for (Map.Entry<String, Value> entry : entries.entrySet()) {
                    normal.put(entry.getKey(), normalize(entry.getValue()));
                }
                yield new Value.Mapping(normal);
            }
            case Value.Text _, Value.Int _, Value.Bool _, Value.Null _ -> value;
        };
    }

    private static Value number(Value.Decimal decimal) throws TemplateException {
        double number = decimal.value();
        if (!Double.isFinite(number)) {
            throw new TemplateException("the result is not a finite number");
        }
        if (number != Math.rint(number) || Math.abs(number) >= 0x1p64) {
            return decimal;
        }
        // From the shortest digits, as JSON has them, not from the exact binary value.
        BigInteger integer = new BigDecimal(GoFloat.json(number)).toBigIntegerExact();
        return integer.bitLength() <= LONG_BITS ? new Value.Int(integer) : decimal;
    }
}
