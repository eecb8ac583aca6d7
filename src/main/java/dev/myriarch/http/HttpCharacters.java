package dev.myriarch.http;

/** Character classes of RFC 9110 section 5.6 and RFC 3986, as bit sets over ASCII. */
final class HttpCharacters {
    private static final String LETTERS_AND_DIGITS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final String PATH = LETTERS_AND_DIGITS + "-._~!$&'()*+,;=:@/";
    private static final long TOKEN_LOW = low(LETTERS_AND_DIGITS + "!#$%&'*+-.^_`|~");
    private static final long TOKEN_HIGH = high(LETTERS_AND_DIGITS + "!#$%&'*+-.^_`|~");
    private static final long PATH_LOW = low(PATH);
    private static final long PATH_HIGH = high(PATH);
    // RFC 3986 has no brackets in a query, but every browser sends them.
    private static final long QUERY_LOW = low(PATH + "?[]");
    private static final long QUERY_HIGH = high(PATH + "?[]");

    private HttpCharacters() {}

    /** True for one or more token characters. */
    static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isTokenCharacter(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    static boolean isTokenCharacter(int c) {
        return in(TOKEN_LOW, TOKEN_HIGH, c);
    }

    static boolean isPathCharacter(int c) {
        return in(PATH_LOW, PATH_HIGH, c);
    }

    static boolean isQueryCharacter(int c) {
        return in(QUERY_LOW, QUERY_HIGH, c);
    }

    /** Visible characters, space, tab and obs-text of a field value, as Latin-1. */
    static boolean isFieldValue(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isFieldValueCharacter(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    static boolean isFieldValueCharacter(int c) {
        return (c >= 0x20 && c != 0x7F && c <= 0xFF) || c == '\t';
    }

    static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Value of a hexadecimal digit, or -1. */
    static int hexValue(int c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }

    /** Without spaces and tabs at both ends (OWS); nothing else is white space in HTTP. */
    static String trim(String text) {
        return trim(text, 0, text.length());
    }

    /** As {@link #trim(String)}, of a part. */
    static String trim(String text, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && isBlank(text.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static boolean in(long low, long high, int c) {
        return c >= 0 && c < 128 && ((c < 64 ? low >>> c : high >>> (c - 64)) & 1) != 0;
    }

    private static long low(String characters) {
        return characters
                .chars()
                .filter(c -> c < 64)
                .mapToLong(c -> 1L << c)
                .reduce(0, HttpCharacters::or);
    }

    private static long high(String characters) {
        return characters
                .chars()
                .filter(c -> c >= 64)
                .mapToLong(c -> 1L << (c - 64))
                .reduce(0, HttpCharacters::or);
    }

    private static long or(long a, long b) {
        return a | b;
    }
}
