package dev.myriarch.base;

import java.util.Optional;

/** Reads one version in a single pass. */
final class VersionParser {
    private final String text;
    private final boolean strict;
    private int position;

    VersionParser(String text, boolean strict) {
        this.text = text;
        this.strict = strict;
    }

    Optional<SemanticVersion> parse() {
        if (!strict && text.startsWith("v")) {
            position = 1;
        }
        long[] numbers = new long[3];
        int count = readNumbers(numbers);
        if (count == 0 || (strict && count < 3)) {
            return Optional.empty();
        }
        String prerelease = "";
        String metadata = "";
        if (peek('-')) {
            prerelease = readIdentifiers();
            if (!isPrerelease(prerelease)) {
                return Optional.empty();
            }
        }
        if (peek('+')) {
            metadata = readIdentifiers();
            if (metadata.isEmpty()) {
                return Optional.empty();
            }
        }
        if (position != text.length()) {
            return Optional.empty();
        }
        return Optional.of(
                new SemanticVersion(numbers[0], numbers[1], numbers[2], prerelease, metadata));
    }

    /** An unsigned 64 bit number of decimal digits. */
    static Optional<Long> unsigned(String digits) {
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseUnsignedLong(digits));
        } catch (NumberFormatException outOfRange) {
            return Optional.empty();
        }
    }

    /** How many numbers there are; 0 when one is invalid. */
    private int readNumbers(long[] numbers) {
        for (int count = 0; count < 3; count++) {
            if (count > 0) {
                if (!peek('.')) {
                    return count;
                }
                position++;
            }
            int start = position;
            while (position < text.length() && isDigit(text.charAt(position))) {
                position++;
            }
            Optional<Long> number = unsigned(text.substring(start, position));
            if (number.isEmpty() || (strict && hasLeadingZero(text.substring(start, position)))) {
                return 0;
            }
            numbers[count] = number.get();
        }
        return 3;
    }

    /** Dot separated identifiers after the sign at the position; empty when one is empty. */
    private String readIdentifiers() {
        int start = ++position;
        while (position < text.length() && isIdentifierPart(text.charAt(position))) {
            position++;
        }
        String identifiers = text.substring(start, position);
        for (String identifier : identifiers.split("\\.", -1)) {
            if (identifier.isEmpty()) {
                return "";
            }
        }
        return identifiers;
    }

    private static boolean isPrerelease(String identifiers) {
        if (identifiers.isEmpty()) {
            return false;
        }
        for (String identifier : identifiers.split("\\.", -1)) {
            boolean number = identifier.chars().allMatch(c -> c >= '0' && c <= '9');
            if (number && hasLeadingZero(identifier)) {
                return false;
            }
        }
        return true;
    }

    private boolean peek(char c) {
        return position < text.length() && text.charAt(position) == c;
    }

    private static boolean hasLeadingZero(String digits) {
        return digits.length() > 1 && digits.charAt(0) == '0';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isIdentifierPart(char c) {
        return isDigit(c)
                || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || c == '-'
                || c == '.';
    }
}
