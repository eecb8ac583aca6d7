package dev.myriarch.template;

/** A place in a text and the steps over the things that templates are made of. */
final class Cursor {
    /** What stands behind the last character. */
    static final int END = -1;

    private static final String DECIMAL_DIGITS = "0123456789_";
    private static final String HEXADECIMAL_DIGITS = "0123456789abcdefABCDEF_";
    private static final String OCTAL_DIGITS = "01234567_";
    private static final String BINARY_DIGITS = "01_";

    /** Index of the next code unit. */
    int position;

    private final String text;

    Cursor(String text) {
        this.text = text;
    }

    /** The next code point or {@link #END}. */
    int peek() {
        return position < text.length() ? text.codePointAt(position) : END;
    }

    /** The next code point, which is passed, or {@link #END}. */
    int next() {
        int character = peek();
        if (character != END) {
            position += Character.charCount(character);
        }
        return character;
    }

    void skipSpaces() {
        while (isSpace(peek())) {
            position++;
        }
    }

    /** Passes letters, digits and underscores. */
    void skipWord() {
        while (isAlphanumeric(peek())) {
            next();
        }
    }

    /** Passes what may be a number; whether it is one shows when it is read. */
    void skipNumber() {
        accept("+-");
        String digits = accept("0") ? digitsAfterZero() : DECIMAL_DIGITS;
        acceptRun(digits);
        if (accept(".")) {
            acceptRun(digits);
        }
        boolean exponent =
                switch (digits) {
                    case DECIMAL_DIGITS -> accept("eE");
                    case HEXADECIMAL_DIGITS -> accept("pP");
                    default -> false;
                };
        if (exponent) {
            accept("+-");
            acceptRun(DECIMAL_DIGITS);
        }
    }

    private String digitsAfterZero() {
        if (accept("xX")) {
            return HEXADECIMAL_DIGITS;
        }
        if (accept("oO")) {
            return OCTAL_DIGITS;
        }
        return accept("bB") ? BINARY_DIGITS : DECIMAL_DIGITS;
    }

    private boolean accept(String characters) {
        int character = peek();
        if (character == END || characters.indexOf(character) < 0) {
            return false;
        }
        position++;
        return true;
    }

    private void acceptRun(String characters) {
        boolean more = true;
        while (more) {
            more = accept(characters);
        }
    }

    static boolean isSpace(int character) {
        return character == ' ' || character == '\t' || character == '\r' || character == '\n';
    }

    static boolean isAsciiDigit(int character) {
        return character >= '0' && character <= '9';
    }

    static boolean isAlphanumeric(int character) {
        return character == '_'
                || (character >= 0
                        && (Character.isLetter(character) || Character.isDigit(character)));
    }
}
