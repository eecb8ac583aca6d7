package dev.myriarch.http;

import java.util.List;
import java.util.Locale;

/** What a Range header asks for (RFC 9110 section 14.2). */
sealed interface RangeSelection {
    /**
     * Everything: there is no such header, it is malformed or of another unit, or it asks for
     * several ranges, which a server may ignore.
     */
    record Whole() implements RangeSelection {}

    /**
     * @param last inclusive
     */
    record Part(long first, long last) implements RangeSelection {
        long length() {
            return last - first + 1;
        }
    }

    /** It begins behind the end: 416. */
    record Unsatisfiable() implements RangeSelection {}

    /**
     * @param lines of the header
     * @param length of the content
     */
    static RangeSelection of(List<String> lines, long length) {
        if (lines.size() != 1 || !lines.getFirst().toLowerCase(Locale.ROOT).startsWith("bytes=")) {
            return new Whole();
        }
        List<String> ranges = HeaderTokens.split(lines.getFirst().substring("bytes=".length()));
        int dash = ranges.size() == 1 ? ranges.getFirst().indexOf('-') : -1;
        if (dash < 0) {
            return new Whole();
        }
        String first = ranges.getFirst().substring(0, dash);
        String last = ranges.getFirst().substring(dash + 1);
        boolean wellFormed =
                (first.isEmpty() || HttpCharacters.isDigits(first))
                        && (last.isEmpty() || HttpCharacters.isDigits(last))
                        && first.length() + last.length() > 0;
        if (!wellFormed) {
            return new Whole();
        }
        return first.isEmpty() ? suffix(number(last), length) : from(first, last, length);
    }

    private static RangeSelection suffix(long count, long length) {
        if (count == 0) {
            return new Unsatisfiable();
        }
        return length == 0 ? new Whole() : new Part(Math.max(0, length - count), length - 1);
    }

    private static RangeSelection from(String firstDigits, String lastDigits, long length) {
        long first = number(firstDigits);
        long last = lastDigits.isEmpty() ? Long.MAX_VALUE : number(lastDigits);
        if (last < first) {
            return new Whole();
        }
        return first >= length ? new Unsatisfiable() : new Part(first, Math.min(last, length - 1));
    }

    /** A number that is too long for us is larger than every length. */
    private static long number(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return significant.length() > 18 ? Long.MAX_VALUE : Long.parseLong(significant);
    }
}
