package dev.myriarch.base;

import java.math.BigDecimal;
import java.math.MathContext;

/** Text of floating point numbers as Go writes them. */
public final class GoFloat {
    private GoFloat() {}

    /**
     * {@code strconv.FormatFloat(value, 'g', -1, 64)}: the shortest digits that read back to the
     * same number, in the exponent form below 1e-04 and from 1e+06 on ({@code 100000}, {@code
     * 1e+06}), the exponent with at least two digits.
     */
    public static String shortest(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        if (value == 0) {
            return zero(value);
        }
        BigDecimal decimal = shortestDecimal(value);
        int exponent = exponent(decimal);
        if (exponent < -4 || exponent >= 6) {
            return exponentForm(decimal, exponent, 2);
        }
        return decimal.toPlainString();
    }

    /**
     * The form of {@code encoding/json}: the exponent form below 1e-6 and from 1e21 on, a negative
     * exponent without a leading zero ({@code 1e-9}, {@code 1e+21}).
     *
     * @throws IllegalArgumentException for NaN and infinities, which JSON cannot hold
     */
    public static String json(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("JSON cannot hold the number " + shortest(value));
        }
        if (value == 0) {
            return zero(value);
        }
        double magnitude = Math.abs(value);
        BigDecimal decimal = shortestDecimal(value);
        if (magnitude < 1e-6 || magnitude >= 1e21) {
            return exponentForm(decimal, exponent(decimal), 1);
        }
        return decimal.toPlainString();
    }

    private static String zero(double value) {
        return 1 / value < 0 ? "-0" : "0";
    }

    private static int exponent(BigDecimal decimal) {
        return decimal.precision() - 1 - decimal.scale();
    }

    /**
     * The shortest decimal that reads back to {@code value}, without trailing zeros. The JDK gives
     * it except among the smallest numbers, where it prefers two digits to one (4.9E-324).
     */
    private static BigDecimal shortestDecimal(double value) {
        BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (decimal.precision() == 2) {
            BigDecimal one = decimal.round(new MathContext(1)).stripTrailingZeros();
            if (one.doubleValue() == value) {
                return one;
            }
        }
        return decimal;
    }

    private static String exponentForm(BigDecimal decimal, int exponent, int exponentDigits) {
        String digits = decimal.unscaledValue().abs().toString();
        StringBuilder text = new StringBuilder();
        if (decimal.signum() < 0) {
            text.append('-');
        }
        text.append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        text.append('e').append(exponent < 0 ? '-' : '+');
        int magnitude = Math.abs(exponent);
        if (magnitude < 10 && exponentDigits == 2) {
            text.append('0');
        }
        return text.append(magnitude).toString();
    }
}
