package dev.myriarch.blueprint;

/** Quotes values in messages; they come from files and agents, so only the beginning shows. */
final class Quote {
    private static final int LIMIT = 40;

    private Quote() {}

    static String of(String text) {
        int length = text.codePointCount(0, text.length());
        String shown =
                length <= LIMIT ? text : text.substring(0, text.offsetByCodePoints(0, LIMIT)) + "…";
        return '"' + shown.replaceAll("\\p{Cntrl}", "?") + '"';
    }
}
