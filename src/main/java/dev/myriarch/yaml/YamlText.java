package dev.myriarch.yaml;

/** Texts of a file in messages, and breaks that only YAML 1.1 knows. */
final class YamlText {
    private YamlText() {}

    /** At most {@code length} characters, control characters replaced. */
    static String shown(String text, int length) {
        StringBuilder out = new StringBuilder();
        text.codePoints()
                .limit(length)
                .forEach(c ->
                        out.appendCodePoint(Character.isISOControl(c) || c == 0xFEFF ? '?' : c));
        if (text.codePointCount(0, text.length()) > length) {
            out.append('…');
        }
        return out.toString();
    }

    static boolean hasLoneSurrogate(String text) {
        return text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    }

    static boolean hasForeignBreak(String text) {
        return text.indexOf('\u2028') >= 0
                || text.indexOf('\u2029') >= 0
                || text.indexOf('\u0085') >= 0;
    }

    /**
     * White space around U+2028, U+2029 and U+0085 as in YAML 1.1, where they break lines: it is
     * dropped, and U+0085 itself becomes a space. Plain scalars do not start or end with them.
     */
    static String foldForeignBreaks(String text, boolean plain) {
        String folded =
                text.replaceAll("[ \\t]*([\\u2028\\u2029\\u0085])[ \\t]*", "$1")
                        .replace('\u0085', ' ');
        return plain ? folded.replaceAll("^[ \\u2028\\u2029]+|[ \\u2028\\u2029]+$", "") : folded;
    }
}
