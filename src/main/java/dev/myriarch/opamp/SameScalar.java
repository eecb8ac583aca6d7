package dev.myriarch.opamp;

import dev.myriarch.base.ByteSize;
import dev.myriarch.base.GoDuration;
import dev.myriarch.base.GoFloat;
import dev.myriarch.base.Value;
import java.math.BigDecimal;
import java.util.Optional;

/** Whether two spellings of a value mean the same to a collector, as far as one can see. */
final class SameScalar {
    private static final String REDACTED = "[REDACTED";

    private SameScalar() {}

    /**
     * @param offered as it was rendered
     * @param hidden {@code offered} without secrets
     * @param reported without secrets
     */
    static boolean isSame(Value offered, Value hidden, Value reported) {
        String own = text(offered);
        String other = text(reported);
        if (own.equals(other) || text(hidden).equals(other)) {
            return true;
        }
        if (isRedacted(other)) {
            return isSameSecret(own, text(hidden), other);
        }
        return isSameNumber(own, other)
                || isSameDuration(own, other)
                || isSameSize(own, other)
                || (isWord(own) && own.equalsIgnoreCase(other))
                || (own.indexOf('$') >= 0 && expandsTo(own, other));
    }

    /** Text of a scalar; of null the empty text. */
    static String text(Value scalar) {
        return switch (scalar) {
            case Value.Text(String text) -> text;
            case Value.Int(var number) -> number.toString();
            case Value.Decimal(double number) -> GoFloat.shortest(number);
            case Value.Bool(boolean truth) -> String.valueOf(truth);
            case Value.Null _ -> "";
            case Value.Sequence _ -> "[…]";
            case Value.Mapping _ -> "{…}";
        };
    }

    private static boolean isRedacted(String text) {
        return text.startsWith(REDACTED) && text.indexOf(']') == text.length() - 1;
    }

    /** What a collector hides equals anything; what we hide has a hash, unless it is expanded. */
    private static boolean isSameSecret(String own, String hidden, String other) {
        boolean hashed = other.indexOf(':') > 0;
        return !hashed || !isRedacted(hidden) || own.replace("$$", "").contains("${");
    }

    private static boolean isSameNumber(String own, String other) {
        try {
            return new BigDecimal(own).compareTo(new BigDecimal(other)) == 0;
        } catch (NumberFormatException noNumber) {
            return false;
        }
    }

    private static boolean isSameDuration(String own, String other) {
        Optional<GoDuration> duration = GoDuration.parse(own);
        return duration.isPresent() && duration.equals(GoDuration.parse(other));
    }

    /** Components print sizes as bytes; some of them count a kilobyte as 1000 bytes. */
    private static boolean isSameSize(String own, String other) {
        return ByteSize.parse(own)
                .filter(size -> String.valueOf(size.bytes()).equals(other))
                .isPresent();
    }

    private static boolean isWord(String text) {
        return !text.isEmpty()
                && text.chars().allMatch(c -> c == '_' || c == '-' || Character.isLetter(c));
    }

    /** A reference such as <code>${env:PORT:-4317}</code> is any text, two dollars are one. */
    private static boolean expandsTo(String own, String other) {
        int from = 0;
        int at = 0;
        boolean open = false;
        while (at <= own.length()) {
            int start = own.indexOf("${", at);
            int end = start < 0 ? -1 : own.indexOf('}', start);
            boolean last = end < 0;
            String literal = own.substring(at, last ? own.length() : start).replace("$$", "$");
            int found = open ? find(other, literal, from, last) : startsAt(other, literal, from);
            if (found < 0) {
                return false;
            }
            from = found + literal.length();
            if (last) {
                return from == other.length();
            }
            open = true;
            at = end + 1;
        }
        return true;
    }

    private static int find(String text, String literal, int from, boolean atEnd) {
        if (!atEnd) {
            return text.indexOf(literal, from);
        }
        int start = text.length() - literal.length();
        return start >= from && text.endsWith(literal) ? start : -1;
    }

    private static int startsAt(String text, String literal, int from) {
        return text.startsWith(literal, from) ? from : -1;
    }
}
