package dev.myriarch.template;

/** Go's {@code strconv.Quote} and its kin. */
final class GoQuote {
    static final int REPLACEMENT = 0xfffd;
    private static final int BYTE_ORDER_MARK = 0xfeff;
    private static final int DELETE = 0x7f;

    private GoQuote() {}

    static String text(String text, boolean ascii) throws TemplateException {
        TextBuilder quoted = new TextBuilder();
        quoted.append('"');
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            quoted.append(escape(character, '"', ascii));
            i += Character.charCount(character);
        }
        return quoted.append('"').toString();
    }

    static String character(int character, boolean ascii) {
        return '\'' + escape(character, '\'', ascii) + '\'';
    }

    /** Whether a text can stand between back-ticks. */
    static boolean canBackquote(String text) {
        return text.codePoints()
                .noneMatch(c ->
                        (c < ' ' && c != '\t')
                                || c == '`'
                                || c == DELETE
                                || c == BYTE_ORDER_MARK
                                || isSurrogate(c));
    }

    /** Letters, marks, numbers, punctuation, symbols and the space. */
    static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            case Character.SPACE_SEPARATOR -> character == ' ';
            default -> true;
        };
    }

    private static String escape(int character, char quote, boolean ascii) {
        if (character == quote || character == '\\') {
            return "\\" + Character.toString(character);
        }
        if (isPrintable(character) && (!ascii || character < 0x80)) {
            return Character.toString(character);
        }
        return switch (character) {
            case 0x07 -> "\\a";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case 0x0b -> "\\v";
            default -> {
                if (character < ' ' || character == DELETE) {
                    yield "\\x%02x".formatted(character);
                }
                if (isSurrogate(character)) {
                    yield "\\ufffd";
                }
                yield (character < 0x10000 ? "\\u%04x" : "\\U%08x").formatted(character);
            }
        };
    }

    private static boolean isSurrogate(int character) {
        return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
    }
}
