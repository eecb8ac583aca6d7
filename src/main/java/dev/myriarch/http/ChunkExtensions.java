package dev.myriarch.http;

/**
 * Grammar of chunk extensions: {@code *( ";" name [ "=" ( token / quoted-string ) ] )}. The white
 * space that RFC 9112 section 7.1.1 tolerates is refused: nobody sends it, and parsers differ.
 */
final class ChunkExtensions {
    private final String text;
    private int position;

    private ChunkExtensions(String text) {
        this.text = text;
    }

    static boolean valid(String text) {
        return new ChunkExtensions(text).valid();
    }

    private boolean valid() {
        while (position < text.length()) {
            if (!skip(';') || !skipToken()) {
                return false;
            }
            if (skip('=') && !skipQuoted() && !skipToken()) {
                return false;
            }
        }
        return true;
    }

    private boolean skip(char wanted) {
        boolean there = position < text.length() && text.charAt(position) == wanted;
        position += there ? 1 : 0;
        return there;
    }

    private boolean skipToken() {
        int start = position;
        while (position < text.length() && HttpCharacters.isTokenCharacter(text.charAt(position))) {
            position++;
        }
        return position > start;
    }

    private boolean skipQuoted() {
        int start = position;
        if (!skip('"')) {
            return false;
        }
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c == '"') {
                return true;
            }
            position += c == '\\' ? 1 : 0;
        }
        position = start;
        return false;
    }
}
