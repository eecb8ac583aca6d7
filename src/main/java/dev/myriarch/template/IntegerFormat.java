package dev.myriarch.template;

import java.util.Locale;

/** The verbs {@code d b o x X c q U v} of {@code printf} for integers. */
final class IntegerFormat {
    private static final int UNICODE_DIGITS = 4;

    private IntegerFormat() {}

    static String format(long number, FormatSpec spec) {
        return switch (spec.verb()) {
            case 'b' -> digits(number, 2, "0b", spec);
            case 'o' -> digits(number, 8, "", spec);
            case 'x' -> digits(number, 16, "0x", spec);
            case 'X' -> digits(number, 16, "0X", spec);
            case 'c' -> spec.pad(Character.toString(character(number)));
            case 'q' -> spec.pad(GoQuote.character(character(number), spec.plus()));
            case 'U' -> spec.padWithSpaces(unicode(number, spec));
            default -> digits(number, 10, "", spec);
        };
    }

    private static String digits(long number, int radix, String prefix, FormatSpec spec) {
        boolean signed = number < 0 || spec.plus() || spec.space();
        int precision = 0;
        if (spec.hasPrecision()) {
            precision = spec.precision();
            if (precision == 0 && number == 0) {
                return spec.padWithSpaces("");
            }
        } else if (spec.padsWithZeros() && spec.hasWidth()) {
            precision = spec.width() - (signed ? 1 : 0);
        }
        String digits = Long.toUnsignedString(Math.abs(number), radix);
        digits = "0".repeat(Math.max(0, precision - digits.length())) + digits;
        if (spec.sharp() && radix == 8 && !digits.startsWith("0")) {
            digits = "0" + digits;
        }
        String text = spec.sharp() ? prefix + digits : digits;
        if (spec.verb() == 'X') {
            text = text.toUpperCase(Locale.ROOT);
        }
        return spec.padWithSpaces(sign(number, spec) + text);
    }

    private static String sign(long number, FormatSpec spec) {
        if (number < 0) {
            return "-";
        }
        if (spec.plus()) {
            return "+";
        }
        return spec.space() ? " " : "";
    }

    /** The code point, or the replacement character for what is none. */
    private static int character(long number) {
        boolean valid =
                number >= 0
                        && number <= Character.MAX_CODE_POINT
                        && (number < Character.MIN_SURROGATE || number > Character.MAX_SURROGATE);
        return valid ? (int) number : GoQuote.REPLACEMENT;
    }

    private static String unicode(long number, FormatSpec spec) {
        String digits = Long.toHexString(number).toUpperCase(Locale.ROOT);
        int precision = Math.max(spec.precision(), UNICODE_DIGITS);
        String text = "U+" + "0".repeat(Math.max(0, precision - digits.length())) + digits;
        boolean shown =
                spec.sharp()
                        && number >= 0
                        && number <= Character.MAX_CODE_POINT
                        && GoQuote.isPrintable((int) number);
        return shown ? text + " '" + Character.toString((int) number) + "'" : text;
    }
}
