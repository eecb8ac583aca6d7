package dev.myriarch.yaml;

/** Texts of a file, and in messages. */
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
}
