package dev.myriarch.yaml;

import dev.myriarch.base.GoScalars;
import dev.myriarch.base.Value;
import java.math.BigInteger;
import java.time.YearMonth;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a plain scalar means in go.yaml.in/yaml/v3, a mixture of YAML 1.1 and 1.2: {@code yes} and
 * {@code on} are texts, {@code 017} and {@code 0o17} are both octal, integers beyond 64 bits are
 * floats. Reader and writer use the same rules.
 */
record PlainScalar(Tag tag, Value value) {
    enum Tag {
        TEXT,
        NULL,
        BOOL,
        INT,
        FLOAT,
        /** A date or time; our value is the text as it was. */
        TIMESTAMP
    }

    private static final BigInteger MINIMUM = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger SIGNED_MAXIMUM = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger UNSIGNED_MAXIMUM =
            BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    /** Longer texts are no integer of 64 bits; keeps the cost of a number bounded. */
    private static final int MAXIMUM_INTEGER_LENGTH = 400;

    private static final Pattern FLOAT =
            Pattern.compile("[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?");
    private static final Pattern TIMESTAMP =
            Pattern.compile(
                    "([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"
                            + "(?:(?:[Tt]| +)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?"
                            + "(Z|[-+][0-9]{2}:[0-9]{2})?)?");

    static PlainScalar resolve(String text) {
        if (text.isEmpty()) {
            return new PlainScalar(Tag.NULL, Value.ofNull());
        }
        char first = text.charAt(0);
        Optional<PlainScalar> special = Optional.empty();
        if (first == '.' || first == '+' || first == '-' || (first >= '0' && first <= '9')) {
            special = number(text, first);
        } else if ("yYnNtTfFoO~".indexOf(first) >= 0) {
            special = word(text);
        }
        return special.orElseGet(() -> new PlainScalar(Tag.TEXT, Value.of(text)));
    }

    private static Optional<PlainScalar> word(String text) {
        return switch (text) {
            case "true", "True", "TRUE" -> found(Tag.BOOL, Value.of(true));
            case "false", "False", "FALSE" -> found(Tag.BOOL, Value.of(false));
            case "~", "null", "Null", "NULL" -> found(Tag.NULL, Value.ofNull());
            default -> Optional.empty();
        };
    }

    private static Optional<PlainScalar> number(String text, char first) {
        switch (text) {
            case ".nan", ".NaN", ".NAN" -> {
                return found(Tag.FLOAT, Value.of(Double.NaN));
            }
            case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF" -> {
                return found(Tag.FLOAT, Value.of(Double.POSITIVE_INFINITY));
            }
            case "-.inf", "-.Inf", "-.INF" -> {
                return found(Tag.FLOAT, Value.of(Double.NEGATIVE_INFINITY));
            }
            default -> {}
        }
        if (first == '.') {
            return decimal(GoScalars.parseFloat(text));
        }
        if (isTimestamp(text)) {
            return found(Tag.TIMESTAMP, Value.of(text));
        }
        String digits = text.indexOf('_') < 0 ? text : text.replace("_", "");
        Optional<BigInteger> integer = integer(digits);
        if (integer.isPresent()) {
            return found(Tag.INT, new Value.Int(integer.get()));
        }
        return FLOAT.matcher(digits).matches()
                ? decimal(GoScalars.parseFloat(digits))
                : Optional.empty();
    }

    private static Optional<PlainScalar> decimal(OptionalDouble number) {
        return number.isPresent()
                ? found(Tag.FLOAT, Value.of(number.getAsDouble()))
                : Optional.empty();
    }

    private static Optional<PlainScalar> found(Tag tag, Value value) {
        return Optional.of(new PlainScalar(tag, value));
    }

    /** Decimal, or with one of the prefixes 0x, 0o, 0b and 0. */
    private static Optional<BigInteger> integer(String text) {
        if (text.length() > MAXIMUM_INTEGER_LENGTH) {
            return Optional.empty();
        }
        boolean signed = startsWithSign(text);
        String digits = signed ? text.substring(1) : text;
        int radix = radix(digits);
        String number = digits.substring(prefixLength(digits));
        if (!signed && startsWithSign(number) && (text.startsWith("0b") || text.startsWith("0o"))) {
            // The Go library reads 0b-101 as -5.
            return parse(number.substring(1), radix, number.startsWith("-"), SIGNED_MAXIMUM);
        }
        BigInteger maximum = signed ? SIGNED_MAXIMUM : UNSIGNED_MAXIMUM;
        return parse(number, radix, text.startsWith("-"), maximum);
    }

    private static Optional<BigInteger> parse(
            String digits, int radix, boolean negative, BigInteger maximum) {
        if (digits.isEmpty() || !digits.chars().allMatch(c -> isDigit((char) c, radix))) {
            return Optional.empty();
        }
        BigInteger magnitude = new BigInteger(digits, radix);
        BigInteger number = negative ? magnitude.negate() : magnitude;
        boolean inRange = number.compareTo(MINIMUM) >= 0 && number.compareTo(maximum) <= 0;
        return inRange ? Optional.of(number) : Optional.empty();
    }

    private static int radix(String digits) {
        if (digits.length() < 2 || digits.charAt(0) != '0') {
            return 10;
        }
        return switch (prefixLength(digits) == 2 ? digits.charAt(1) | 0x20 : 'o') {
            case 'x' -> 16;
            case 'b' -> 2;
            default -> 8;
        };
    }

    /** 2 for 0x, 0o and 0b before a digit, else 0: the 0 of an old octal number is a digit. */
    private static int prefixLength(String digits) {
        boolean letter =
                digits.length() > 2
                        && digits.charAt(0) == '0'
                        && "xXoObB".indexOf(digits.charAt(1)) >= 0;
        return letter ? 2 : 0;
    }

    private static boolean startsWithSign(String digits) {
        return digits.startsWith("-") || digits.startsWith("+");
    }

    private static boolean isDigit(char c, int radix) {
        int lower = c | 0x20;
        int digit = c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 87 : 99;
        return digit < radix;
    }

    /** The forms of time.Parse that the Go library tries; a day that does not exist is none. */
    private static boolean isTimestamp(String text) {
        if (text.length() < 8 || text.charAt(4) != '-') {
            return false;
        }
        Matcher matcher = TIMESTAMP.matcher(text);
        if (!matcher.matches()) {
            return false;
        }
        int year = Integer.parseInt(matcher.group(1));
        int month = Integer.parseInt(matcher.group(2));
        int day = Integer.parseInt(matcher.group(3));
        boolean validDay = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
        return validDay && (matcher.group(4) == null || isTime(text, matcher));
    }

    private static boolean isTime(String text, Matcher matcher) {
        boolean blank = text.charAt(matcher.end(3)) == ' ';
        String zone = matcher.group(7);
        // With a T the zone is required, after a blank there must be none.
        if (blank == (zone != null)) {
            return false;
        }
        boolean validZone =
                zone == null
                        || zone.equals("Z")
                        || (Integer.parseInt(zone.substring(1, 3)) <= 24
                                && Integer.parseInt(zone.substring(4)) <= 60);
        return validZone
                && Integer.parseInt(matcher.group(4)) < 24
                && Integer.parseInt(matcher.group(5)) < 60
                && Integer.parseInt(matcher.group(6)) < 60;
    }

    private static int daysIn(int year, int month) {
        return YearMonth.of(year, month).lengthOfMonth();
    }
}
