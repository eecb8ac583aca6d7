package dev.myriarch.template;

/** Lengths and positions in UTF-8, without encoding the text. */
final class Utf8 {
    private Utf8() {}

    /** Bytes of the text in UTF-8; an unpaired surrogate counts as the replacement character. */
    static int length(String text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character >= 0x80) {
                bytes += extra(character, text, i);
            }
        }
        return bytes;
    }

    /** How many bytes a code unit takes beyond the first one. */
    private static int extra(char character, String text, int index) {
        if (character < 0x800) {
            return 1;
        }
        boolean paired =
                (Character.isHighSurrogate(character)
                                && index + 1 < text.length()
                                && Character.isLowSurrogate(text.charAt(index + 1)))
                        || (Character.isLowSurrogate(character)
                                && index > 0
                                && Character.isHighSurrogate(text.charAt(index - 1)));
        return paired ? 1 : 2;
    }

    /**
     * The index of the code unit at a position in bytes; -1 when the position is inside a character
     * or beyond the end.
     */
    static int indexOf(String text, long position) {
        long bytes = 0;
        int index = 0;
        while (bytes < position && index < text.length()) {
            int character = text.codePointAt(index);
            bytes += size(character);
            index += Character.charCount(character);
        }
        return bytes == position ? index : -1;
    }

    /** Bytes of a code point in UTF-8. */
    static int size(int character) {
        if (character < 0x80) {
            return 1;
        }
        if (character < 0x800) {
            return 2;
        }
        return character < 0x10000 ? 3 : 4;
    }

    /** Orders texts like their bytes in UTF-8, that is by code points. */
    static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean surrogates = Character.isSurrogate(a) && Character.isSurrogate(b);
                if (!surrogates && Character.isSurrogate(a)) {
                    return 1;
                }
                return !surrogates && Character.isSurrogate(b) ? -1 : Character.compare(a, b);
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
