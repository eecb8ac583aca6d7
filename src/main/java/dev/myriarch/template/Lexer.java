package dev.myriarch.template;

import dev.myriarch.template.Token.Kind;
import java.util.Set;

/**
 * Cuts a template text into tokens, one at a time and in linear time, with the rules of Go's
 * text/template. Confined to one thread.
 */
final class Lexer {
    private static final String LEFT = "[[";
    private static final String RIGHT = "]]";
    private static final String COMMENT_END = "*/";
    private static final int TRIM_MARKER = 2;
    private static final int END = -1;
    private static final Set<String> KEYWORDS =
            Set.of(
                    "if",
                    "else",
                    "end",
                    "range",
                    "with",
                    "break",
                    "continue",
                    "define",
                    "template",
                    "block");

    private final String text;
    private int position;
    private boolean insideAction;
    private boolean trimNext;
    private int parentheses;
    private int actions;

    Lexer(String text) {
        this.text = text;
    }

    /** How many actions and comments have been read so far. */
    int actions() {
        return actions;
    }

    Token next() throws TemplateException {
        return insideAction ? insideAction() : outsideAction();
    }

    private Token outsideAction() throws TemplateException {
        while (true) {
            if (trimNext) {
                skipSpaces();
                trimNext = false;
            }
            int start = position;
            int delimiter = text.indexOf(LEFT, start);
            if (delimiter < 0) {
                position = text.length();
                return start == position
                        ? new Token(Kind.END_OF_INPUT, "", start)
                        : new Token(Kind.TEXT, text.substring(start), start);
            }
            if (delimiter > start) {
                position = delimiter;
                int end = delimiter;
                if (hasLeftTrimMarker(delimiter + LEFT.length())) {
                    while (end > start && isSpace(text.charAt(end - 1))) {
                        end--;
                    }
                }
                if (end > start) {
                    return new Token(Kind.TEXT, text.substring(start, end), start);
                }
            }
            position = delimiter + LEFT.length();
            if (hasLeftTrimMarker(position)) {
                position += TRIM_MARKER;
            }
            actions++;
            if (!text.startsWith("/*", position)) {
                insideAction = true;
                parentheses = 0;
                return new Token(Kind.LEFT_DELIMITER, LEFT, delimiter);
            }
            skipComment(delimiter);
        }
    }

    private void skipComment(int start) throws TemplateException {
        int end = text.indexOf(COMMENT_END, position + 2);
        if (end < 0) {
            throw new TemplateException("the comment has no end: close it with */]]", start);
        }
        position = end + COMMENT_END.length();
        if (!atRightDelimiter()) {
            throw new TemplateException(
                    "a comment must be all of its action: [[/* like this */]]", start);
        }
        skipRightDelimiter();
    }

    private Token insideAction() throws TemplateException {
        int start = position;
        if (atRightDelimiter()) {
            if (parentheses > 0) {
                throw error("a parenthesis is not closed", start);
            }
            skipRightDelimiter();
            insideAction = false;
            return new Token(Kind.RIGHT_DELIMITER, RIGHT, start);
        }
        int character = next1();
        return switch (character) {
            case END -> throw error("the action has no end: close it with ]]", start);
            case ' ', '\t', '\r', '\n' -> space(start);
            case '=' -> token(Kind.ASSIGN, start);
            case ':' -> {
                if (next1() != '=') {
                    throw error("expected :=", start);
                }
                yield token(Kind.DECLARE, start);
            }
            case '|' -> token(Kind.PIPE, start);
            case ',' -> token(Kind.COMMA, start);
            case '"' -> quoted('"', Kind.STRING, start);
            case '\'' -> quoted('\'', Kind.CHARACTER, start);
            case '`' -> rawString(start);
            case '$' -> name(Kind.VARIABLE, Kind.VARIABLE, start);
            case '.' -> isAsciiDigit(peek()) ? number(start) : name(Kind.FIELD, Kind.DOT, start);
            case '+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number(start);
            case '(' -> {
                parentheses++;
                yield token(Kind.LEFT_PAREN, start);
            }
            case ')' -> {
                parentheses--;
                if (parentheses < 0) {
                    throw error("unexpected closing parenthesis", start);
                }
                yield token(Kind.RIGHT_PAREN, start);
            }
            default -> word(character, start);
        };
    }

    private Token space(int start) {
        while (isSpace(peek())) {
            position++;
        }
        // The last space may belong to a trim marker.
        int last = position - 1;
        if (text.startsWith("-", position) && text.startsWith(RIGHT, position + 1)) {
            position = last;
        }
        return new Token(Kind.SPACE, " ", start);
    }

    private Token quoted(char quote, Kind kind, int start) throws TemplateException {
        while (true) {
            int character = next1();
            if (character == '\\') {
                character = next1();
                if (character != END && character != '\n') {
                    continue;
                }
            }
            if (character == END || character == '\n') {
                throw error("the quoted text has no end: close it with " + quote, start);
            }
            if (character == quote) {
                return token(kind, start);
            }
        }
    }

    private Token rawString(int start) throws TemplateException {
        int end = text.indexOf('`', position);
        if (end < 0) {
            throw error("the raw text has no end: close it with `", start);
        }
        position = end + 1;
        return token(Kind.STRING, start);
    }

    /** A field or a variable; {@code bare} when the first character stands alone. */
    private Token name(Kind kind, Kind bare, int start) throws TemplateException {
        if (atTerminator()) {
            return token(bare, start);
        }
        skipAlphanumeric();
        requireTerminator();
        return token(kind, start);
    }

    private Token word(int character, int start) throws TemplateException {
        if (!isAlphanumeric(character)) {
            throw error(
                    "unexpected character " + Messages.quote(Character.toString(character)), start);
        }
        skipAlphanumeric();
        requireTerminator();
        String word = text.substring(start, position);
        Kind kind =
                switch (word) {
                    case "true", "false" -> Kind.BOOL;
                    case "nil" -> Kind.NIL;
                    default -> KEYWORDS.contains(word) ? Kind.KEYWORD : Kind.IDENTIFIER;
                };
        return new Token(kind, word, start);
    }

    private Token number(int start) throws TemplateException {
        position = start;
        scanNumber();
        int sign = peek();
        if (isAlphanumeric(sign) || sign == '+' || sign == '-') {
            throw error("bad number " + Messages.quote(text.substring(start, position + 1)), start);
        }
        return token(Kind.NUMBER, start);
    }

    private void scanNumber() {
        accept("+-");
        String digits = "0123456789_";
        boolean decimal = true;
        if (accept("0")) {
            if (accept("xX")) {
                digits = "0123456789abcdefABCDEF_";
                decimal = false;
            } else if (accept("oO")) {
                digits = "01234567_";
                decimal = false;
            } else if (accept("bB")) {
                digits = "01_";
                decimal = false;
            }
        }
        acceptRun(digits);
        if (accept(".")) {
            acceptRun(digits);
        }
        boolean hexadecimal = digits.length() > 12;
        if ((decimal && accept("eE")) || (hexadecimal && accept("pP"))) {
            accept("+-");
            acceptRun("0123456789_");
        }
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
        while (accept(characters)) {
            // accept moves on
        }
    }

    private void skipAlphanumeric() {
        while (isAlphanumeric(peek())) {
            position += Character.charCount(peek());
        }
    }

    private void requireTerminator() throws TemplateException {
        if (!atTerminator()) {
            throw error(
                    "unexpected character " + Messages.quote(Character.toString(peek())), position);
        }
    }

    private boolean atTerminator() {
        int character = peek();
        return character == END
                || isSpace(character)
                || ".,|:)(".indexOf(character) >= 0
                || text.startsWith(RIGHT, position);
    }

    private boolean atRightDelimiter() {
        return text.startsWith(RIGHT, position) || atRightTrim();
    }

    private boolean atRightTrim() {
        return isSpace(peek())
                && text.startsWith("-", position + 1)
                && text.startsWith(RIGHT, position + TRIM_MARKER);
    }

    private void skipRightDelimiter() {
        if (atRightTrim()) {
            position += TRIM_MARKER;
            trimNext = true;
        }
        position += RIGHT.length();
    }

    private boolean hasLeftTrimMarker(int start) {
        return text.startsWith("-", start)
                && start + 1 < text.length()
                && isSpace(text.charAt(start + 1));
    }

    private void skipSpaces() {
        while (isSpace(peek())) {
            position++;
        }
    }

    private int peek() {
        return position < text.length() ? text.codePointAt(position) : END;
    }

    private int next1() {
        int character = peek();
        if (character != END) {
            position += Character.charCount(character);
        }
        return character;
    }

    private Token token(Kind kind, int start) {
        return new Token(kind, text.substring(start, position), start);
    }

    private static boolean isSpace(int character) {
        return character == ' ' || character == '\t' || character == '\r' || character == '\n';
    }

    private static boolean isAsciiDigit(int character) {
        return character >= '0' && character <= '9';
    }

    private static boolean isAlphanumeric(int character) {
        return character == '_'
                || (character >= 0
                        && (Character.isLetter(character) || Character.isDigit(character)));
    }

    private static TemplateException error(String message, int offset) {
        return new TemplateException(message, offset);
    }
}
