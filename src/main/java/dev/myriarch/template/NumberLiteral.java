package dev.myriarch.template;

import dev.myriarch.base.GoScalars;
import dev.myriarch.base.Value;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Numbers in template text, as Go reads them: {@code 75}, {@code 0x10}, {@code 1_000}, {@code 1.5}.
 */
final class NumberLiteral {
    private static final BigInteger MINIMUM = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAXIMUM = BigInteger.valueOf(Long.MAX_VALUE);

    private NumberLiteral() {}

    static Value parse(Token token) throws TemplateException {
        String text = token.text();
        if (text.length() > TemplateLimits.NUMBER_LENGTH) {
            throw error("the number is too long: ", token);
        }
        // Go asks for a leading 0x, so a signed hexadecimal number with an e in it is a float.
        boolean hexadecimalInteger =
                (text.startsWith("0x") || text.startsWith("0X")) && !containsAny(text, "pP");
        if (!hexadecimalInteger && containsAny(text, ".eEpP")) {
            OptionalDouble number = GoScalars.parseFloat(text);
            if (number.isPresent()) {
                return Value.of(number.getAsDouble());
            }
            Optional<BigInteger> integer = integer(text);
            if (integer.isPresent()) {
                return Value.of(integer.get().doubleValue());
            }
            throw error("bad number ", token);
        }
        BigInteger integer = integer(text).orElseThrow(() -> error("bad number ", token));
        if (integer.compareTo(MINIMUM) < 0 || integer.compareTo(MAXIMUM) > 0) {
            throw error("the integer does not fit in 64 bits: ", token);
        }
        return new Value.Int(integer);
    }

    /** {@code strconv.ParseInt} with base 0, but of any size. */
    private static Optional<BigInteger> integer(String text) {
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        int radix = 10;
        String digits = rest;
        if (rest.length() > 1 && rest.charAt(0) == '0') {
            radix =
                    switch (rest.charAt(1)) {
                        case 'x', 'X' -> 16;
                        case 'b', 'B' -> 2;
                        default -> 8;
                    };
            boolean prefix = "xXbBoO".indexOf(rest.charAt(1)) >= 0;
            digits = rest.substring(prefix ? 2 : 1);
            // After a base prefix an underscore may come first.
            if (digits.startsWith("_")) {
                digits = digits.substring(1);
            }
        }
        if (!isDigits(digits, radix)) {
            return Optional.empty();
        }
        BigInteger magnitude = new BigInteger(digits.replace("_", ""), radix);
        return Optional.of(negative ? magnitude.negate() : magnitude);
    }

    /** Digits of the radix with at most single underscores between them. */
    private static boolean isDigits(String text, int radix) {
        boolean afterDigit = false;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '_') {
                if (!afterDigit) {
                    return false;
                }
                afterDigit = false;
            } else if (Character.digit(character, radix) < 0) {
                return false;
            } else {
                afterDigit = true;
            }
        }
        return afterDigit;
    }

    private static boolean containsAny(String text, String characters) {
        return text.chars().anyMatch(c -> characters.indexOf(c) >= 0);
    }

    private static TemplateException error(String message, Token token) {
        return new TemplateException(message + Messages.quote(token.text()), token.offset());
    }
}
