package dev.myriarch.yaml.format;

/** White space of YAML in a line: spaces and tabs; other characters of Unicode are text. */
final class Columns {
    private Columns() {}

    static boolean isWhite(char character) {
        return character == ' ' || character == '\t';
    }

    static boolean isBlank(String line) {
        return before(line) == line.length();
    }

    /** Columns before the first character. */
    static int before(String line) {
        int column = 0;
        while (column < line.length() && isWhite(line.charAt(column))) {
            column++;
        }
        return column;
    }

    /** Spaces at the beginning; in block scalars a tab is text. */
    static int spaces(String line) {
        int column = 0;
        while (column < line.length() && line.charAt(column) == ' ') {
            column++;
        }
        return column;
    }

    static String trimmedEnd(String line) {
        int end = line.length();
        while (end > 0 && isWhite(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(0, end);
    }

    static String trimmedStart(String line) {
        return line.substring(before(line));
    }
}
