package dev.myriarch.base;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/**
 * A number of bytes, never negative. The text form is a number with an optional unit: {@code B},
 * powers of 1024 ({@code KiB}, {@code MiB}, {@code GiB}, {@code TiB}) or of 1000 ({@code kB},
 * {@code MB}, {@code GB}, {@code TB}).
 */
public record ByteSize(long bytes) implements Comparable<ByteSize> {
    private static final int MAXIMUM_TEXT_LENGTH = 40;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size in bytes cannot be negative: " + bytes);
        }
    }

    public static ByteSize ofKibibytes(long kibibytes) {
        return new ByteSize(Math.multiplyExact(kibibytes, 1L << 10));
    }

    public static ByteSize ofMebibytes(long mebibytes) {
        return new ByteSize(Math.multiplyExact(mebibytes, 1L << 20));
    }

    /** Empty when the text is no size, is no whole number of bytes or exceeds 64 bits. */
    public static Optional<ByteSize> parse(String text) {
        if (text.length() > MAXIMUM_TEXT_LENGTH) {
            return Optional.empty();
        }
        int end = 0;
        while (end < text.length() && isNumberPart(text.charAt(end))) {
            end++;
        }
        long unit = unit(text.substring(end).strip());
        if (unit == 0) {
            return Optional.empty();
        }
        try {
            BigDecimal number = new BigDecimal(text.substring(0, end));
            return Optional.of(
                    new ByteSize(number.multiply(BigDecimal.valueOf(unit)).longValueExact()));
        } catch (ArithmeticException | NumberFormatException noWholeNumber) {
            return Optional.empty();
        }
    }

    @Override
    public int compareTo(ByteSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** With at most one decimal place, for people: {@code 1.5 MiB}. */
    @Override
    public String toString() {
        double number = bytes;
        int unit = 0;
        while (number >= 1024 && unit < UNITS.length - 1) {
            number /= 1024;
            unit++;
        }
        String digits = String.format(Locale.ROOT, "%.1f", number);
        if (digits.endsWith(".0")) {
            digits = digits.substring(0, digits.length() - 2);
        }
        return digits + " " + UNITS[unit];
    }

    private static boolean isNumberPart(char c) {
        return c == '.' || (c >= '0' && c <= '9');
    }

    /** Bytes of the unit, 0 when it is unknown. */
    private static long unit(String name) {
        return switch (name) {
            case "", "B" -> 1;
            case "KiB" -> 1L << 10;
            case "MiB" -> 1L << 20;
            case "GiB" -> 1L << 30;
            case "TiB" -> 1L << 40;
            case "kB", "KB" -> 1_000L;
            case "MB" -> 1_000_000L;
            case "GB" -> 1_000_000_000L;
            case "TB" -> 1_000_000_000_000L;
            default -> 0;
        };
    }
}
