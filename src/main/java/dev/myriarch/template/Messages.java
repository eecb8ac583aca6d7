package dev.myriarch.template;

/** Pieces of error messages that hold foreign text only in part. */
final class Messages {
    private Messages() {}

    /**
     * The text in double quotes, control characters shown as {@code ?}, cut after 40 characters.
     */
    static String quote(String text) {
        return '"' + cut(text, TemplateLimits.QUOTED_CHARACTERS) + '"';
    }

    /** At most {@code characters} characters of the text, on one line. */
    static String cut(String text, int characters) {
        StringBuilder shown = new StringBuilder();
        int position = 0;
        for (int count = 0; position < text.length() && count < characters; count++) {
            int character = text.codePointAt(position);
            position += Character.charCount(character);
            shown.appendCodePoint(isShown(character) ? character : '?');
        }
        return position < text.length() ? shown.append('…').toString() : shown.toString();
    }

    private static boolean isShown(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }
}
