package dev.myriarch.opamp;

import dev.myriarch.base.SecretNames;
import java.util.Locale;

/**
 * Finds secrets that are named where they stand, in any text: {@code password=…}, {@code
 * ?api_key=…&}, {@code secret: …}, {@code "token":"…"}, {@code Authorization: Basic …}. Each
 * character is looked at a bounded number of times. Confined to one call.
 */
final class SecretPairs {
    private final String text;
    private final PairSyntax syntax;
    private final SecretRedactor redactor;
    private final StringBuilder out = new StringBuilder();
    private int copied;

    private SecretPairs(String text, SecretRedactor redactor) {
        this.text = text;
        this.syntax = new PairSyntax(text);
        this.redactor = redactor;
    }

    static String redact(String text, SecretRedactor redactor) {
        return text.indexOf('=') < 0 && text.indexOf(':') < 0
                ? text
                : new SecretPairs(text, redactor).redact();
    }

    private String redact() {
        int at = 0;
        while (at < text.length()) {
            char character = text.charAt(at);
            if (character == '=' || character == ':') {
                at = pair(at);
            } else {
                at++;
            }
        }
        return copied == 0 ? text : out.append(text, copied, text.length()).toString();
    }

    /** Where to go on after the separator at {@code at}. */
    private int pair(int at) {
        boolean assigned = text.charAt(at) == '=';
        PairSyntax.Span name = syntax.nameBefore(at, copied);
        String key = text.substring(name.start(), name.end());
        boolean secret =
                !key.isEmpty()
                        && (assigned
                                ? SecretNames.isSecretAssigned(key, isParameter(name.start()))
                                : SecretNames.isSecretInText(key));
        if (!secret) {
            return at + 1;
        }
        int start = at + 1;
        while (start < text.length() && "=>".indexOf(text.charAt(start)) >= 0) {
            start++;
        }
        int blanks = start;
        start = syntax.skipBlanks(start);
        boolean apart = start > blanks;
        boolean wholeLine = key.toLowerCase(Locale.ROOT).endsWith("cookie");
        if (text.startsWith("//", start) || (apart && assigned && isNextPair(name, start))) {
            return at + 1;
        }
        PairSyntax.Span value = syntax.value(start, wholeLine);
        if (HarmlessValues.isHarmless(
                text.substring(value.start(), value.end()), apart, start < value.start())) {
            return value.end();
        }
        out.append(text, copied, value.start())
                .append(redactor.marker(text.substring(value.start(), value.end())));
        copied = value.end();
        return value.end();
    }

    /** {@code password= host=x}: nothing is assigned, and what follows is another pair. */
    private boolean isNextPair(PairSyntax.Span name, int start) {
        int next = syntax.nameEnd(start, false);
        return text.charAt(name.end()) == '='
                && next > start
                && next + 1 < text.length()
                && text.charAt(next) == '='
                && text.charAt(next + 1) != '='
                && !Character.isWhitespace(text.charAt(next + 1));
    }

    private boolean isParameter(int nameStart) {
        return nameStart > 0 && "?&".indexOf(text.charAt(nameStart - 1)) >= 0;
    }
}
