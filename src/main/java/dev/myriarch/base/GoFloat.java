package dev.myriarch.base;

import java.math.BigDecimal;

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
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        String digits = decimal.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - decimal.scale();
        if (exponent < -4 || exponent >= 6) {
            return sign(value) + exponentForm(digits, exponent);
        }
        return decimal.toPlainString();
    }

    private static String sign(double value) {
        return value < 0 ? "-" : "";
    }

    private static String exponentForm(String digits, int exponent) {
        StringBuilder text = new StringBuilder();
        text.append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        text.append('e').append(exponent < 0 ? '-' : '+');
        int magnitude = Math.abs(exponent);
        if (magnitude < 10) {
            text.append('0');
        }
        return text.append(magnitude).toString();
    }
}
