package dev.myriarch.template;

import dev.myriarch.base.GoFloat;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Go's {@code strconv.FormatFloat} for finite numbers that are not negative. */
final class FloatDigits {
    private static final int SHORTEST_LIMIT = 6;
    private static final int SMALLEST_PLAIN_EXPONENT = -4;
    private static final int MANTISSA_BITS = 52;
    private static final int EXPONENT_BIAS = 1023;
    private static final int HEX_DIGITS = 15;
    private static final long TOP = 1L << 60;

    private FloatDigits() {}

    /**
     * @param verb one of {@code e E f g G b x X}
     * @param precision -1 for the shortest digits that read back to the number
     */
    static String format(double number, char verb, int precision) {
        return switch (verb) {
            case 'b' -> binary(number);
            case 'x' -> hexadecimal(number, precision);
            case 'X' -> hexadecimal(number, precision).toUpperCase(Locale.ROOT);
            case 'e' -> exponent(rounded(number, precision + 1), precision);
            case 'E' -> exponent(rounded(number, precision + 1), precision).replace('e', 'E');
            case 'G' -> general(number, precision).replace('e', 'E');
            case 'g' -> general(number, precision);
            default ->
                    new BigDecimal(number)
                            .setScale(precision, RoundingMode.HALF_EVEN)
                            .toPlainString();
        };
    }

    private static BigDecimal rounded(double number, int digits) {
        return new BigDecimal(number).round(new MathContext(digits, RoundingMode.HALF_EVEN));
    }

    private static String general(double number, int precision) {
        boolean shortest = precision < 0;
        int wanted = Math.max(precision, 1);
        BigDecimal decimal =
                (shortest ? new BigDecimal(GoFloat.shortest(number)) : rounded(number, wanted))
                        .stripTrailingZeros();
        if (decimal.signum() == 0) {
            return "0";
        }
        int digits = decimal.precision();
        int exponent = digits - decimal.scale() - 1;
        int limit = shortest ? SHORTEST_LIMIT : wanted;
        if (!shortest && limit > digits && digits > exponent) {
            limit = digits;
        }
        if (exponent < SMALLEST_PLAIN_EXPONENT || exponent >= limit) {
            return exponent(decimal, digits - 1);
        }
        return decimal.toPlainString();
    }

    /** {@code d.ddde+XX} with {@code precision} digits after the point. */
    private static String exponent(BigDecimal decimal, int precision) {
        boolean zero = decimal.signum() == 0;
        String digits = zero ? "0" : decimal.unscaledValue().toString();
        int exponent = zero ? 0 : digits.length() - decimal.scale() - 1;
        String padded = digits + "0".repeat(Math.max(0, precision + 1 - digits.length()));
        StringBuilder text = new StringBuilder().append(padded.charAt(0));
        if (precision > 0) {
            text.append('.').append(padded, 1, precision + 1);
        }
        text.append('e').append(exponent < 0 ? '-' : '+');
        return appendExponent(text, Math.abs(exponent));
    }

    private static String appendExponent(StringBuilder text, int magnitude) {
        if (magnitude < 10) {
            text.append('0');
        }
        return text.append(magnitude).toString();
    }

    private static String binary(double number) {
        int exponent = exponentOf(number) - MANTISSA_BITS;
        return mantissaOf(number) + "p" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }

    private static String hexadecimal(double number, int precision) {
        long mantissa = mantissaOf(number) << (60 - MANTISSA_BITS);
        int exponent = mantissa == 0 ? 0 : exponentOf(number);
        while (mantissa != 0 && (mantissa & TOP) == 0) {
            mantissa <<= 1;
            exponent--;
        }
        if (precision >= 0 && precision < HEX_DIGITS) {
            mantissa = roundHexadecimal(mantissa, precision * 4);
            if ((mantissa & (TOP << 1)) != 0) {
                mantissa >>= 1;
                exponent++;
            }
        }
        StringBuilder text = new StringBuilder("0x").append((mantissa >> 60) & 1);
        String fraction = "%015x".formatted(mantissa & (TOP - 1));
        String digits = precision < 0 ? fraction.replaceFirst("0+$", "") : fraction;
        if (precision >= 0) {
            digits = (digits + "0".repeat(precision)).substring(0, precision);
        }
        if (!digits.isEmpty()) {
            text.append('.').append(digits);
        }
        text.append('p').append(exponent < 0 ? '-' : '+');
        return appendExponent(text, Math.abs(exponent));
    }

    /** Rounds half to even behind the given number of bits after the point. */
    private static long roundHexadecimal(long mantissa, int bits) {
        long rest = (mantissa << bits) & (TOP - 1);
        long kept = mantissa >> (60 - bits);
        if ((rest | (kept & 1)) > (TOP >> 1)) {
            kept++;
        }
        return kept << (60 - bits);
    }

    private static long mantissaOf(double number) {
        long bits = Double.doubleToRawLongBits(number);
        long fraction = bits & ((1L << MANTISSA_BITS) - 1);
        return Math.getExponent(number) < Double.MIN_EXPONENT
                ? fraction
                : fraction | (1L << MANTISSA_BITS);
    }

    private static int exponentOf(double number) {
        return Math.max(Math.getExponent(number), 1 - EXPONENT_BIAS);
    }
}
