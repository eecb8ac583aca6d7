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
    private final Cursor cursor;
    private boolean insideAction;
    private boolean trimNext;
    private int parentheses;
    private int actions;

    Lexer(String text) {
        this.text = text;
        this.cursor = new Cursor(text);
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
                cursor.skipSpaces();
                trimNext = false;
            }
            int start = cursor.position;
            int delimiter = text.indexOf(LEFT, start);
            if (delimiter < 0) {
                cursor.position = text.length();
                return start == cursor.position
                        ? new Token(Kind.END_OF_INPUT, "", start)
                        : new Token(Kind.TEXT, text.substring(start), start);
            }
            if (delimiter > start) {
                cursor.position = delimiter;
                int end = trimmedEnd(start, delimiter);
                if (end > start) {
                    return new Token(Kind.TEXT, text.substring(start, end), start);
                }
            }
            cursor.position = delimiter + LEFT.length();
            if (hasLeftTrimMarker(cursor.position)) {
                cursor.position += TRIM_MARKER;
            }
            actions++;
            if (!text.startsWith("/*", cursor.position)) {
                insideAction = true;
                parentheses = 0;
                return new Token(Kind.LEFT_DELIMITER, LEFT, delimiter);
            }
            skipComment(delimiter);
        }
    }

    /** Where text in front of a delimiter ends. */
    private int trimmedEnd(int start, int delimiter) {
        int end = delimiter;
        if (hasLeftTrimMarker(delimiter + LEFT.length())) {
            while (end > start && Cursor.isSpace(text.charAt(end - 1))) {
                end--;
            }
        }
        return end;
    }

    private void skipComment(int start) throws TemplateException {
        int end = text.indexOf(COMMENT_END, cursor.position + 2);
        if (end < 0) {
            throw new TemplateException("the comment has no end: close it with */]]", start);
        }
        cursor.position = end + COMMENT_END.length();
        if (!atRightDelimiter()) {
            throw new TemplateException(
                    "a comment must be all of its action: [[/* like this */]]", start);
        }
        skipRightDelimiter();
    }

    private Token insideAction() throws TemplateException {
        int start = cursor.position;
        if (atRightDelimiter()) {
            if (parentheses > 0) {
                throw error("a parenthesis is not closed", start);
            }
            skipRightDelimiter();
            insideAction = false;
            return new Token(Kind.RIGHT_DELIMITER, RIGHT, start);
        }
        int character = cursor.next();
        return switch (character) {
            case Cursor.END -> throw error("the action has no end: close it with ]]", start);
            case ' ', '\t', '\r', '\n' -> space(start);
            case '=' -> token(Kind.ASSIGN, start);
            case ':' -> {
                if (cursor.next() != '=') {
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
            case '.' ->
                    Cursor.isAsciiDigit(cursor.peek())
                            ? number(start)
                            : name(Kind.FIELD, Kind.DOT, start);
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
        while (Cursor.isSpace(cursor.peek())) {
            cursor.position++;
        }
        // The last space may belong to a trim marker.
        int last = cursor.position - 1;
        if (text.startsWith("-", cursor.position) && text.startsWith(RIGHT, cursor.position + 1)) {
            cursor.position = last;
        }
        return new Token(Kind.SPACE, " ", start);
    }

    private Token quoted(char quote, Kind kind, int start) throws TemplateException {
        while (true) {
            int character = cursor.next();
            if (character == '\\') {
                character = cursor.next();
                if (character != Cursor.END && character != '\n') {
                    continue;
                }
            }
            if (character == Cursor.END || character == '\n') {
                throw error("the quoted text has no end: close it with " + quote, start);
            }
            if (character == quote) {
                return token(kind, start);
            }
        }
    }

    private Token rawString(int start) throws TemplateException {
        int end = text.indexOf('`', cursor.position);
        if (end < 0) {
            throw error("the raw text has no end: close it with `", start);
        }
        cursor.position = end + 1;
        return token(Kind.STRING, start);
    }

    /** A field or a variable; {@code bare} when the first character stands alone. */
    private Token name(Kind kind, Kind bare, int start) throws TemplateException {
        if (atTerminator()) {
            return token(bare, start);
        }
        cursor.skipWord();
        requireTerminator();
        return token(kind, start);
    }

    private Token word(int character, int start) throws TemplateException {
        if (!Cursor.isAlphanumeric(character)) {
            throw error(
                    "unexpected character " + Messages.quote(Character.toString(character)), start);
        }
        cursor.skipWord();
        requireTerminator();
        String word = text.substring(start, cursor.position);
        Kind kind =
                switch (word) {
                    case "true", "false" -> Kind.BOOL;
                    case "nil" -> Kind.NIL;
                    default -> KEYWORDS.contains(word) ? Kind.KEYWORD : Kind.IDENTIFIER;
                };
        return new Token(kind, word, start);
    }

    private Token number(int start) throws TemplateException {
        cursor.position = start;
        cursor.skipNumber();
        int sign = cursor.peek();
        if (Cursor.isAlphanumeric(sign) || sign == '+' || sign == '-') {
            throw error(
                    "bad number " + Messages.quote(text.substring(start, cursor.position + 1)),
                    start);
        }
        return token(Kind.NUMBER, start);
    }

    private void requireTerminator() throws TemplateException {
        if (!atTerminator()) {
            throw error(
                    "unexpected character " + Messages.quote(Character.toString(cursor.peek())),
                    cursor.position);
        }
    }

    private boolean atTerminator() {
        int character = cursor.peek();
        return character == Cursor.END
                || Cursor.isSpace(character)
                || ".,|:)(".indexOf(character) >= 0
                || text.startsWith(RIGHT, cursor.position);
    }

    private boolean atRightDelimiter() {
        return text.startsWith(RIGHT, cursor.position) || atRightTrim();
    }

    private boolean atRightTrim() {
        return Cursor.isSpace(cursor.peek())
                && text.startsWith("-", cursor.position + 1)
                && text.startsWith(RIGHT, cursor.position + TRIM_MARKER);
    }

    private void skipRightDelimiter() {
        if (atRightTrim()) {
            cursor.position += TRIM_MARKER;
            trimNext = true;
        }
        cursor.position += RIGHT.length();
    }

    private boolean hasLeftTrimMarker(int start) {
        return text.startsWith("-", start)
                && start + 1 < text.length()
                && Cursor.isSpace(text.charAt(start + 1));
    }

    private Token token(Kind kind, int start) {
        return new Token(kind, text.substring(start, cursor.position), start);
    }

    private static TemplateException error(String message, int offset) {
        return new TemplateException(message, offset);
    }
}
