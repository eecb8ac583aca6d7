package dev.myriarch.template;

import java.util.Locale;

/** The verbs {@code e E f F g G b x X v} of {@code printf} for floats: signs, padding, sharp. */
final class FloatFormat {
    private static final int DEFAULT_PRECISION = 6;

    private FloatFormat() {}

    static String format(double number, FormatSpec spec) {
        char verb =
                switch (spec.verb()) {
                    case 'v' -> 'g';
                    case 'F' -> 'f';
                    default -> (char) spec.verb();
                };
        boolean fixed = verb == 'e' || verb == 'E' || verb == 'f';
        int precision = spec.hasPrecision() || !fixed ? spec.precision() : DEFAULT_PRECISION;
        boolean negative = Double.doubleToRawLongBits(number) < 0 && !Double.isNaN(number);
        String sign = sign(negative, spec);
        if (Double.isNaN(number)) {
            return spec.padWithSpaces(sign + "NaN");
        }
        if (Double.isInfinite(number)) {
            return spec.padWithSpaces((sign.isEmpty() ? "+" : sign) + "Inf");
        }
        String digits = FloatDigits.format(Math.abs(number), verb, precision);
        if (spec.sharp() && verb != 'b') {
            digits = sharp(digits, verb, precision);
        }
        int missing = spec.width() - sign.length() - digits.length();
        if (spec.padsWithZeros() && missing > 0) {
            return sign + "0".repeat(missing) + digits;
        }
        return spec.padWithSpaces(sign + digits);
    }

    private static String sign(boolean negative, FormatSpec spec) {
        if (negative) {
            return "-";
        }
        if (spec.plus()) {
            return "+";
        }
        return spec.space() ? " " : "";
    }

    /** With sharp there is always a point, and {@code g} keeps trailing zeros. */
    private static String sharp(String digits, char verb, int precision) {
        boolean hexadecimal = verb == 'x' || verb == 'X';
        int exponent = indexOfExponent(digits, hexadecimal);
        String mantissa = digits.substring(0, exponent);
        int wanted = 0;
        if (verb == 'g' || verb == 'G' || verb == 'x') {
            wanted = precision == FormatSpec.NONE ? DEFAULT_PRECISION : precision;
        }
        boolean point = mantissa.indexOf('.') >= 0;
        int significant = significant(mantissa);
        if (!point && mantissa.equals("0")) {
            significant++;
        }
        String zeros = "0".repeat(Math.max(0, wanted - significant));
        return mantissa + (point ? "" : ".") + zeros + digits.substring(exponent);
    }

    private static int indexOfExponent(String digits, boolean hexadecimal) {
        int index = digits.toLowerCase(Locale.ROOT).indexOf(hexadecimal ? 'p' : 'e');
        return index < 0 ? digits.length() : index;
    }

    /** Characters from the first one that is neither zero nor point, the point not counted. */
    private static int significant(String mantissa) {
        int count = 0;
        for (int i = 0; i < mantissa.length(); i++) {
            char character = mantissa.charAt(i);
            if (character != '.' && (count > 0 || character != '0')) {
                count++;
            }
        }
        return count;
    }
}
