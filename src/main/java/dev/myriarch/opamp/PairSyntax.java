package dev.myriarch.opamp;

/**
 * Where names and values begin and end in a text that is of no language: log lines, URLs,
 * connection strings, JSON, headers. Each look goes over a bounded number of characters, or over
 * one value.
 */
final class PairSyntax {
    private static final int MAX_NAME = 64;
    private static final int MAX_BLANKS = 8;

    /** A text may go on with one of these after the value; a value may hold them as well. */
    private static final String SEPARATORS = "&;,";

    private static final String TRAILING = ".,:;)]}>";

    private final String text;

    PairSyntax(String text) {
        this.text = text;
    }

    /** The text from {@code start} up to {@code end}. */
    record Span(int start, int end) {}

    /**
     * The name that ends before {@code at}, with blanks and a quote between; not before {@code
     * from}.
     */
    Span nameBefore(int at, int from) {
        int end = at;
        while (end > from && at - end < MAX_BLANKS && isBlank(text.charAt(end - 1))) {
            end--;
        }
        if (end > from && isQuote(text.charAt(end - 1))) {
            end--;
            while (end > from && text.charAt(end - 1) == '\\') {
                end--;
            }
        }
        int start = end;
        while (start > from && end - start < MAX_NAME && isNameCharacter(text, start - 1)) {
            start--;
        }
        return new Span(start, end);
    }

    /**
     * The value that begins at {@code from}, without quotes and without the scheme of an
     * authorization.
     *
     * @param wholeLine it has blanks, as a cookie
     */
    Span value(int from, boolean wholeLine) {
        int quote = from;
        while (quote < text.length() && text.charAt(quote) == '\\') {
            quote++;
        }
        Span found;
        if (quote < text.length() && isQuote(text.charAt(quote))) {
            found = new Span(quote + 1, closing(quote, quote - from));
        } else {
            found = new Span(from, wholeLine ? lineEnd(from) : plainEnd(from));
        }
        return withoutScheme(found, quote);
    }

    /**
     * Where a quoted value ends.
     *
     * @param escapes backslashes before the opening quote, as in JSON within JSON
     */
    private int closing(int quote, int escapes) {
        char mark = text.charAt(quote);
        int backslashes = 0;
        for (int i = quote + 1; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '\n') {
                return i;
            }
            if (character == mark && isClosing(backslashes, escapes)) {
                return escapes == 0 ? i : i - backslashes;
            }
            backslashes = character == '\\' ? backslashes + 1 : 0;
        }
        return text.length();
    }

    private static boolean isClosing(int backslashes, int escapes) {
        return escapes == 0 ? backslashes % 2 == 0 : backslashes <= escapes;
    }

    private int lineEnd(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private int plainEnd(int from) {
        int end = from;
        while (end < text.length() && !endsValue(end)) {
            end++;
        }
        // The brace of a reference belongs to it.
        int least = text.startsWith("${", from) ? text.indexOf('}', from) + 1 : from;
        while (end > Math.max(from, least) && TRAILING.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end;
    }

    private boolean endsValue(int at) {
        char character = text.charAt(at);
        if (Character.isWhitespace(character)) {
            return true;
        }
        boolean last = at + 1 == text.length();
        if (SEPARATORS.indexOf(character) >= 0) {
            return last
                    || Character.isWhitespace(text.charAt(at + 1))
                    || isName(at + 1, character == ';');
        }
        return (isQuote(character) || character == '\\')
                && (last || !Character.isLetterOrDigit(text.charAt(at + 1)));
    }

    /** Whether a name and a separator begin here, or a quote. */
    private boolean isName(int at, boolean blanks) {
        if (isQuote(text.charAt(at))) {
            return true;
        }
        int end = nameEnd(at, blanks);
        return Character.isLetter(text.charAt(at))
                && end < text.length()
                && "=:".indexOf(text.charAt(end)) >= 0;
    }

    /** Where the name that begins at {@code start} ends; there, if none does. */
    int nameEnd(int start, boolean blanks) {
        int end = start;
        while (end < text.length()
                && end - start < MAX_NAME
                && (isNameCharacter(text, end) || (blanks && isBetweenCapitals(start, end)))) {
            end++;
        }
        return end;
    }

    /** {@code User Id=}, as in connection strings. */
    private boolean isBetweenCapitals(int start, int blank) {
        return text.charAt(blank) == ' '
                && Character.isUpperCase(text.charAt(start))
                && blank + 1 < text.length()
                && Character.isUpperCase(text.charAt(blank + 1));
    }

    /** {@code Basic dXNlcjpw}: the scheme stays. */
    private Span withoutScheme(Span value, int quote) {
        int end = value.start();
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        if (!HarmlessValues.isScheme(text.substring(value.start(), end))) {
            return value;
        }
        int next = skipBlanks(end);
        if (next == end) {
            return value;
        }
        boolean quoted = value.start() == quote + 1;
        return quoted && next <= value.end()
                ? new Span(next, value.end())
                : new Span(next, plainEnd(next));
    }

    int skipBlanks(int from) {
        int at = from;
        while (at < text.length() && at - from < MAX_BLANKS && isBlank(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isNameCharacter(String text, int at) {
        char character = text.charAt(at);
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || character == '_'
                || character == '-'
                || character == '.';
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t';
    }

    private static boolean isQuote(char character) {
        return character == '"' || character == '\'' || character == '`';
    }
}
