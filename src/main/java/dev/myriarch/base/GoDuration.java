package dev.myriarch.base;

import java.time.Duration;
import java.util.Optional;

/**
 * A duration in the syntax of Go ({@code 30s}, {@code 1h30m}, {@code 1.5h}): 64 bit nanoseconds,
 * about 292 years in both directions. {@link #toString()} is the form that Go writes.
 */
public record GoDuration(long nanos) implements Comparable<GoDuration> {
    private static final long SECOND = 1_000_000_000L;
    private static final long LIMIT = Long.MIN_VALUE; // 2^63, unsigned

    public static GoDuration of(Duration duration) {
        return new GoDuration(duration.toNanos());
    }

    /** {@code time.ParseDuration}; empty when the text is no duration or out of range. */
    public static Optional<GoDuration> parse(String text) {
        boolean negative = text.startsWith("-");
        int start = negative || text.startsWith("+") ? 1 : 0;
        if (text.length() == start) {
            return Optional.empty();
        }
        if (text.length() == start + 1 && text.charAt(start) == '0') {
            return Optional.of(new GoDuration(0));
        }
        Parser parser = new Parser(text, start);
        long sum = 0;
        while (parser.hasMore()) {
            if (!parser.readTerm()) {
                return Optional.empty();
            }
            sum += parser.term;
            if (Long.compareUnsigned(sum, LIMIT) > 0) {
                return Optional.empty();
            }
        }
        if (negative) {
            return Optional.of(new GoDuration(-sum));
        }
        return sum < 0 ? Optional.empty() : Optional.of(new GoDuration(sum));
    }

    /**
     * The form of Go: {@code 1h30m0s}, {@code 1.5s}, {@code 500ms}, {@code 0s}.
     *
     * @throws ArithmeticException when {@code duration} does not fit into 64 bit nanoseconds
     */
    public static String format(Duration duration) {
        return of(duration).toString();
    }

    public Duration toDuration() {
        return Duration.ofNanos(nanos);
    }

    @Override
    public int compareTo(GoDuration other) {
        return Long.compare(nanos, other.nanos);
    }

    @Override
    public String toString() {
        if (nanos == 0) {
            return "0s";
        }
        StringBuilder text = new StringBuilder();
        if (nanos < 0) {
            text.append('-');
        }
        // The magnitude of the smallest number is 2^63: it needs unsigned arithmetic.
        long magnitude = Math.abs(nanos);
        if (Long.compareUnsigned(magnitude, SECOND) < 0) {
            appendBelowSecond(text, magnitude);
        } else {
            appendClock(text, magnitude);
        }
        return text.toString();
    }

    private static void appendBelowSecond(StringBuilder text, long magnitude) {
        if (magnitude < 1_000) {
            text.append(magnitude).append("ns");
        } else if (magnitude < 1_000_000) {
            appendDecimal(text, magnitude / 1_000, magnitude % 1_000, 3);
            text.append("µs");
        } else {
            appendDecimal(text, magnitude / 1_000_000, magnitude % 1_000_000, 6);
            text.append("ms");
        }
    }

    private static void appendClock(StringBuilder text, long magnitude) {
        long seconds = Long.divideUnsigned(magnitude, SECOND);
        long hours = seconds / 3_600;
        long minutes = seconds / 60 % 60;
        if (hours > 0) {
            text.append(hours).append('h');
        }
        if (hours > 0 || minutes > 0) {
            text.append(minutes).append('m');
        }
        appendDecimal(text, seconds % 60, Long.remainderUnsigned(magnitude, SECOND), 9);
        text.append('s');
    }

    /** {@code fraction} has {@code digits} decimal places; trailing zeros are left out. */
    private static void appendDecimal(StringBuilder text, long whole, long fraction, int digits) {
        text.append(whole);
        if (fraction == 0) {
            return;
        }
        String padded = Long.toString(fraction);
        text.append('.').repeat("0", digits - padded.length());
        int end = padded.length();
        while (padded.charAt(end - 1) == '0') {
            end--;
        }
        text.append(padded, 0, end);
    }

    /** Reads terms such as {@code 1.5h}; numbers are unsigned and at most 2^63. */
    private static final class Parser {
        private final String text;
        private int position;
        private long term;
        private long fraction;
        private double fractionScale;

        Parser(String text, int position) {
            this.text = text;
            this.position = position;
        }

        boolean hasMore() {
            return position < text.length();
        }

        /** Leaves the nanoseconds of the next term in {@link #term}; false when it is invalid. */
        boolean readTerm() {
            int start = position;
            if (!readWhole()) {
                return false;
            }
            int digits = position - start;
            fraction = 0;
            fractionScale = 1;
            if (hasMore() && text.charAt(position) == '.') {
                position++;
                start = position;
                readFraction();
                digits += position - start;
            }
            if (digits == 0) {
                return false;
            }
            long unit = readUnit();
            if (unit == 0 || Long.compareUnsigned(term, Long.divideUnsigned(LIMIT, unit)) > 0) {
                return false;
            }
            term *= unit;
            // As in Go, a floating point step keeps fractions of hours exact to the nanosecond.
            term += (long) (fraction * (unit / fractionScale));
            return Long.compareUnsigned(term, LIMIT) <= 0;
        }

        private boolean readWhole() {
            term = 0;
            for (; hasMore() && isDigit(text.charAt(position)); position++) {
                if (Long.compareUnsigned(term, Long.divideUnsigned(LIMIT, 10)) > 0) {
                    return false;
                }
                term = term * 10 + (text.charAt(position) - '0');
                if (Long.compareUnsigned(term, LIMIT) > 0) {
                    return false;
                }
            }
            return true;
        }

        /** Digits that no longer fit are skipped: they are below a nanosecond. */
        private void readFraction() {
            boolean full = false;
            for (; hasMore() && isDigit(text.charAt(position)); position++) {
                if (full || fraction > Long.MAX_VALUE / 10) {
                    full = true;
                    continue;
                }
                long next = fraction * 10 + (text.charAt(position) - '0');
                if (next < 0) {
                    full = true;
                    continue;
                }
                fraction = next;
                fractionScale *= 10;
            }
        }

        /** Nanoseconds of the unit, 0 when there is none. */
        private long readUnit() {
            int start = position;
            while (hasMore() && text.charAt(position) != '.' && !isDigit(text.charAt(position))) {
                position++;
            }
            return switch (text.substring(start, position)) {
                case "ns" -> 1;
                case "us", "\u00b5s", "\u03bcs" -> 1_000;
                case "ms" -> 1_000_000;
                case "s" -> SECOND;
                case "m" -> 60 * SECOND;
                case "h" -> 3_600 * SECOND;
                default -> 0;
            };
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }
    }
}
