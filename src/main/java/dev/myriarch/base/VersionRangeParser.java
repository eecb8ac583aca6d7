package dev.myriarch.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the conditions of one alternative of a version range in a single pass. */
final class VersionRangeParser {
    private final String text;
    private int position;

    VersionRangeParser(String text) {
        this.text = text;
    }

    /** Empty when there is no condition or one is malformed. */
    Optional<List<VersionCondition>> conditions() {
        List<VersionCondition> conditions = new ArrayList<>();
        skipSpace();
        while (true) {
            Optional<VersionCondition> condition = readCondition();
            if (condition.isEmpty()) {
                return Optional.empty();
            }
            conditions.add(condition.get());
            boolean separated = skipSpace();
            if (position == text.length()) {
                return Optional.of(conditions);
            }
            if (text.charAt(position) == ',') {
                position++;
                skipSpace();
            } else if (!separated) {
                return Optional.empty();
            }
        }
    }

    private Optional<VersionCondition> readCondition() {
        VersionCondition.Operator operator = readOperator();
        skipSpace();
        if (peek('v')) {
            position++;
        }
        List<String> parts = new ArrayList<>();
        parts.add(readPart());
        while (parts.size() < 3 && peek('.')) {
            position++;
            parts.add(readPart());
        }
        if (parts.contains("")) {
            return Optional.empty();
        }
        String prerelease = peek('-') ? readIdentifiers() : "";
        String metadata = peek('+') ? readIdentifiers() : "";
        return VersionCondition.of(operator, parts, prerelease, metadata);
    }

    private VersionCondition.Operator readOperator() {
        int start = position;
        while (position < text.length() && "=!<>~^".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        Optional<VersionCondition.Operator> operator =
                VersionCondition.Operator.of(text.substring(start, position));
        if (operator.isEmpty()) {
            // Left where it is, it is no digit, so that reading the version fails.
            position = start;
        }
        return operator.orElse(VersionCondition.Operator.EQUAL);
    }

    /** A number or a wildcard; what else it is shows when the version is made. */
    private String readPart() {
        int start = position;
        while (position < text.length() && "0123456789|xX*".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        return text.substring(start, position);
    }

    /** The sign at the position and the identifiers after it. */
    private String readIdentifiers() {
        int start = position++;
        while (position < text.length() && isIdentifierPart(text.charAt(position))) {
            position++;
        }
        return text.substring(start, position);
    }

    private boolean skipSpace() {
        int start = position;
        while (position < text.length() && "\t\n\f\r ".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        return position > start;
    }

    private boolean peek(char c) {
        return position < text.length() && text.charAt(position) == c;
    }

    private static boolean isIdentifierPart(char c) {
        return (c >= '0' && c <= '9')
                || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || c == '-'
                || c == '.';
    }
}
