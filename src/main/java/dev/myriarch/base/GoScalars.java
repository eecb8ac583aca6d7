package dev.myriarch.base;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Scalars in text form as the functions of Go's {@code strconv} accept them. */
public final class GoScalars {
    private GoScalars() {}

    /** {@code strconv.Atoi}: decimal digits with an optional sign, within 64 bits. */
    public static OptionalLong atoi(String text) {
        int start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        if (text.length() == start) {
            return OptionalLong.empty();
        }
        for (int i = start; i < text.length(); i++) {
            if (!isDigit(text.charAt(i), 10)) {
                return OptionalLong.empty();
            }
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException outOfRange) {
            return OptionalLong.empty();
        }
    }

    /**
     * {@code strconv.ParseFloat(text, 64)}: decimal and hexadecimal floats, single underscores
     * between digits, {@code inf}, {@code infinity} and {@code nan} in any case. Empty when the
     * number is too large for a double.
     */
    public static OptionalDouble parseFloat(String text) {
        OptionalDouble special = special(text);
        if (special.isPresent()) {
            return special;
        }
        if (!isFloat(text) || !underscoresSeparateDigits(text)) {
            return OptionalDouble.empty();
        }
        double number = Double.parseDouble(text.replace("_", ""));
        return Double.isInfinite(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
    }

    /** {@code strconv.ParseBool}: 1, t, T, TRUE, true, True and their opposites. */
    public static Optional<Boolean> parseBool(String text) {
        return switch (text) {
            case "1", "t", "T", "true", "TRUE", "True" -> Optional.of(true);
            case "0", "f", "F", "false", "FALSE", "False" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private static OptionalDouble special(String text) {
        if (text.length() > 9) {
            return OptionalDouble.empty();
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "inf", "+inf", "infinity", "+infinity" ->
                    OptionalDouble.of(Double.POSITIVE_INFINITY);
            case "-inf", "-infinity" -> OptionalDouble.of(Double.NEGATIVE_INFINITY);
            case "nan" -> OptionalDouble.of(Double.NaN);
            default -> OptionalDouble.empty();
        };
    }

    /** Sign, digits with at most one point, exponent (required after hexadecimal digits). */
    private static boolean isFloat(String text) {
        int position = afterSign(text, 0);
        boolean hex = text.length() > position + 2 && hasHexPrefix(text, position);
        if (hex) {
            position += 2;
        }
        int radix = hex ? 16 : 10;
        int digits = 0;
        int points = 0;
        for (; position < text.length(); position++) {
            char c = text.charAt(position);
            if (isDigit(c, radix)) {
                digits++;
            } else if (c == '.') {
                points++;
            } else if (c != '_') {
                break;
            }
        }
        if (digits == 0 || points > 1) {
            return false;
        }
        if (position == text.length()) {
            return !hex;
        }
        return (text.charAt(position) | 0x20) == (hex ? 'p' : 'e')
                && isExponent(text, position + 1);
    }

    private static boolean isExponent(String text, int start) {
        int position = afterSign(text, start);
        if (position >= text.length() || !isDigit(text.charAt(position), 10)) {
            return false;
        }
        for (; position < text.length(); position++) {
            char c = text.charAt(position);
            if (c != '_' && !isDigit(c, 10)) {
                return false;
            }
        }
        return true;
    }

    /** Each underscore stands between two digits, or between the prefix 0x and a digit. */
    private static boolean underscoresSeparateDigits(String text) {
        int start = afterSign(text, 0);
        boolean hex = hasHexPrefix(text, start);
        int radix = hex ? 16 : 10;
        for (int i = text.indexOf('_'); i >= 0; i = text.indexOf('_', i + 1)) {
            boolean afterPrefix = hex && i == start + 2;
            boolean afterDigit = i > start && isDigit(text.charAt(i - 1), radix);
            boolean beforeDigit = i + 1 < text.length() && isDigit(text.charAt(i + 1), radix);
            if (!(afterPrefix || afterDigit) || !beforeDigit) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasHexPrefix(String text, int position) {
        return text.length() > position + 1
                && text.charAt(position) == '0'
                && (text.charAt(position + 1) | 0x20) == 'x';
    }

    private static int afterSign(String text, int position) {
        boolean sign =
                position < text.length()
                        && (text.charAt(position) == '+' || text.charAt(position) == '-');
        return sign ? position + 1 : position;
    }

    private static boolean isDigit(char c, int radix) {
        if (c >= '0' && c <= '9') {
            return true;
        }
        int lower = c | 0x20;
        return radix == 16 && lower >= 'a' && lower <= 'f';
    }
}
