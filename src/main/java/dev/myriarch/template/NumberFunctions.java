package dev.myriarch.template;

import dev.myriarch.base.GoScalars;
import dev.myriarch.base.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.function.LongBinaryOperator;

/** Conversions and integer arithmetic of 64 bits. */
final class NumberFunctions {
    private NumberFunctions() {}

    static List<TemplateFunction> all() {
        return List.of(
                Functions.fixed("int", 1, NumberFunctions::toInteger),
                Functions.fixed("float", 1, NumberFunctions::toDecimal),
                Functions.fixed("bool", 1, NumberFunctions::toBool),
                Functions.variadic("add", 2, a -> fold(a, Math::addExact)),
                Functions.variadic("sub", 2, a -> fold(a, Math::subtractExact)),
                Functions.variadic("mul", 2, a -> fold(a, Math::multiplyExact)),
                Functions.fixed("div", 2, a -> divide(a, Math::divideExact)),
                Functions.fixed("mod", 2, a -> divide(a, (x, y) -> x % y)));
    }

    private static Value toInteger(Arguments arguments) throws TemplateException {
        Value value = arguments.get(0);
        return switch (value) {
            case Value.Int _ -> Value.of(arguments.integer(0));
            case Value.Bool(boolean truth) -> Value.of(truth ? 1 : 0);
            case Value.Decimal(double number) -> Value.of(whole(number));
            case Value.Text _ -> {
                String text = arguments.text(0);
                yield Value.of(
                        GoScalars.atoi(checkLength(text))
                                .orElseThrow(() -> notA("an integer", text)));
            }
            case Value.Null _, Value.Sequence _, Value.Mapping _ ->
                    throw arguments.mismatch(0, "a number, a string or a boolean");
        };
    }

    private static long whole(double number) throws TemplateException {
        if (number != Math.rint(number) || Double.isInfinite(number)) {
            throw new TemplateException("the number has a fraction");
        }
        BigInteger integer = new BigDecimal(number).toBigInteger();
        if (integer.bitLength() >= Long.SIZE) {
            throw new TemplateException("the number does not fit in 64 bits");
        }
        return integer.longValue();
    }

    private static Value toDecimal(Arguments arguments) throws TemplateException {
        Value value = arguments.get(0);
        return switch (value) {
            case Value.Int _ -> Value.of((double) arguments.integer(0));
            case Value.Decimal decimal -> decimal;
            case Value.Text _ -> {
                String text = arguments.text(0);
                yield Value.of(
                        GoScalars.parseFloat(checkLength(text))
                                .orElseThrow(() -> notA("a number", text)));
            }
            case Value.Bool _, Value.Null _, Value.Sequence _, Value.Mapping _ ->
                    throw arguments.mismatch(0, "a number or a string");
        };
    }

    private static Value toBool(Arguments arguments) throws TemplateException {
        Value value = arguments.get(0);
        return switch (value) {
            case Value.Bool _ -> value;
            case Value.Text _ -> {
                String text = arguments.text(0);
                yield Value.of(
                        GoScalars.parseBool(text).orElseThrow(() -> notA("true or false", text)));
            }
            case Value.Int _, Value.Decimal _, Value.Null _, Value.Sequence _, Value.Mapping _ ->
                    throw arguments.mismatch(0, "a boolean or a string");
        };
    }

    private static String checkLength(String text) throws TemplateException {
        if (text.length() > TemplateLimits.NUMBER_LENGTH) {
            throw notA("a number", text);
        }
        return text;
    }

    private static TemplateException notA(String wanted, String text) {
        return new TemplateException(Messages.quote(text) + " is not " + wanted);
    }

    private static Value fold(Arguments arguments, LongBinaryOperator operator)
            throws TemplateException {
        long result = arguments.integer(0);
        for (int i = 1; i < arguments.count(); i++) {
            try {
                result = operator.applyAsLong(result, arguments.integer(i));
            } catch (ArithmeticException e) {
                throw new TemplateException("the result does not fit in 64 bits");
            }
        }
        return Value.of(result);
    }

    private static Value divide(Arguments arguments, LongBinaryOperator operator)
            throws TemplateException {
        if (arguments.integer(1) == 0) {
            throw new TemplateException("division by zero");
        }
        return fold(arguments, operator);
    }
}
