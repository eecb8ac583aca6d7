package dev.myriarch.template;

/**
 * A piece of template text.
 *
 * @param text as written; of a {@link Kind#TEXT} after trimming
 * @param offset where it starts
 */
record Token(Kind kind, String text, int offset) {
    enum Kind {
        TEXT,
        LEFT_DELIMITER,
        RIGHT_DELIMITER,
        SPACE,
        PIPE,
        DECLARE,
        ASSIGN,
        COMMA,
        LEFT_PAREN,
        RIGHT_PAREN,
        STRING,
        CHARACTER,
        NUMBER,
        BOOL,
        NIL,
        DOT,
        FIELD,
        VARIABLE,
        IDENTIFIER,
        KEYWORD,
        END_OF_INPUT
    }

    boolean is(Kind other) {
        return kind == other;
    }

    boolean isKeyword(String word) {
        return kind == Kind.KEYWORD && text.equals(word);
    }

    /** How messages name it. */
    String shown() {
        return switch (kind) {
            case END_OF_INPUT -> "the end of the template";
            case RIGHT_DELIMITER -> "]]";
            case LEFT_DELIMITER -> "[[";
            case SPACE -> "a space";
            case TEXT,
                    PIPE,
                    DECLARE,
                    ASSIGN,
                    COMMA,
                    LEFT_PAREN,
                    RIGHT_PAREN,
                    STRING,
                    CHARACTER,
                    NUMBER,
                    BOOL,
                    NIL,
                    DOT,
                    FIELD,
                    VARIABLE,
                    IDENTIFIER,
                    KEYWORD ->
                    Messages.quote(text);
        };
    }
}
