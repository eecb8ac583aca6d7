package dev.myriarch.opamp;

import dev.myriarch.base.SecretNames;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds secrets that are named where they stand, in any text: {@code password=…}, {@code
 * ?api_key=…&}, {@code secret: …}, {@code "token":"…"}, {@code Authorization: Basic …}. Each
 * character is looked at a bounded number of times. Confined to one call.
 */
final class SecretPairs {
    private static final int MAX_NAME = 64;
    private static final int MAX_BLANKS = 8;

    /** A text may go on with one of these after the value; a value may hold them as well. */
    private static final String SEPARATORS = "&;,";

    private static final String TRAILING = ".,:;)]}>";

    /** Blocks of YAML, which follow on the next lines. */
    private static final Set<String> BLOCKS = Set.of("|", "|-", "|+", ">", ">-", ">+", "-");

    private static final Set<String> SCHEMES =
            Set.of("bearer", "basic", "digest", "negotiate", "token", "apikey", "splunk", "bot");

    /** How regular expressions and formats go on after the name of a secret. */
    private static final List<String> EXPRESSIONS =
            List.of("[^", "(?", "(.", "\\s", "\\w", "\\d", ".*", ".+", "%s", "%v", "%q");

    /** How messages go on after the name of a secret: {@code cannot fetch token: unexpected …}. */
    private static final Set<String> WORDS =
            Set.of(
                    "a",
                    "an",
                    "and",
                    "authentication",
                    "bad",
                    "cannot",
                    "connection",
                    "context",
                    "could",
                    "denied",
                    "dial",
                    "does",
                    "empty",
                    "eof",
                    "error",
                    "expected",
                    "expired",
                    "failed",
                    "failure",
                    "for",
                    "forbidden",
                    "from",
                    "get",
                    "has",
                    "http",
                    "in",
                    "invalid",
                    "is",
                    "it",
                    "key",
                    "lookup",
                    "malformed",
                    "mismatch",
                    "missing",
                    "must",
                    "no",
                    "none",
                    "not",
                    "open",
                    "or",
                    "parse",
                    "permission",
                    "post",
                    "put",
                    "read",
                    "rejected",
                    "required",
                    "rpc",
                    "server",
                    "stat",
                    "the",
                    "tls",
                    "too",
                    "unable",
                    "unauthorized",
                    "unexpected",
                    "unknown",
                    "unset",
                    "value",
                    "was",
                    "write",
                    "wrong",
                    "yaml");

    private final String text;
    private final SecretRedactor redactor;
    private final StringBuilder out = new StringBuilder();
    private int copied;

    private SecretPairs(String text, SecretRedactor redactor) {
        this.text = text;
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

    /** The text from {@code start} up to {@code end}. */
    private record Span(int start, int end) {}

    /** Where to go on after the separator at {@code at}. */
    private int pair(int at) {
        boolean assigned = text.charAt(at) == '=';
        Span name = nameBefore(at);
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
        start = skipBlanks(start);
        boolean apart = start > blanks;
        boolean wholeLine = key.toLowerCase(Locale.ROOT).endsWith("cookie");
        if (text.startsWith("//", start) || (apart && assigned && isNextPair(name, start))) {
            return at + 1;
        }
        Span value = value(start, wholeLine);
        if (isNoSecret(text.substring(value.start(), value.end()), apart, start < value.start())) {
            return value.end();
        }
        out.append(text, copied, value.start())
                .append(redactor.marker(text.substring(value.start(), value.end())));
        copied = value.end();
        return value.end();
    }

    /** {@code password= host=x}: nothing is assigned, and what follows is another pair. */
    private boolean isNextPair(Span name, int start) {
        int next = nameEnd(start, false);
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

    /** The name that ends before {@code at}, with blanks and a quote between. */
    private Span nameBefore(int at) {
        int end = at;
        while (end > copied && at - end < MAX_BLANKS && isBlank(text.charAt(end - 1))) {
            end--;
        }
        if (end > copied && isQuote(text.charAt(end - 1))) {
            end--;
            while (end > copied && text.charAt(end - 1) == '\\') {
                end--;
            }
        }
        int start = end;
        while (start > copied && end - start < MAX_NAME && isNameCharacter(text, start - 1)) {
            start--;
        }
        return new Span(start, end);
    }

    private Span value(int from, boolean wholeLine) {
        int quote = from;
        while (quote < text.length() && text.charAt(quote) == '\\') {
            quote++;
        }
        Span found;
        if (quote < text.length() && isQuote(text.charAt(quote))) {
            found = new Span(quote + 1, closing(quote, quote - from));
        } else {
            found = new Span(from, wholeLine ? lineEnd(from) : plainEnd(from));
        }
        return withoutScheme(found, quote);
    }

    /**
     * Where a quoted value ends.
     *
     * @param escapes backslashes before the opening quote, as in JSON within JSON
     */
    private int closing(int quote, int escapes) {
        char mark = text.charAt(quote);
        int backslashes = 0;
        for (int i = quote + 1; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '\n') {
                return i;
            }
            if (character == mark && isClosing(backslashes, escapes)) {
                return escapes == 0 ? i : i - backslashes;
            }
            backslashes = character == '\\' ? backslashes + 1 : 0;
        }
        return text.length();
    }

    private static boolean isClosing(int backslashes, int escapes) {
        return escapes == 0 ? backslashes % 2 == 0 : backslashes <= escapes;
    }

    private int lineEnd(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private int plainEnd(int from) {
        int end = from;
        while (end < text.length() && !endsValue(end)) {
            end++;
        }
        // The brace of a reference belongs to it.
        int least = text.startsWith("${", from) ? text.indexOf('}', from) + 1 : from;
        while (end > Math.max(from, least) && TRAILING.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end;
    }

    private boolean endsValue(int at) {
        char character = text.charAt(at);
        if (Character.isWhitespace(character)) {
            return true;
        }
        boolean last = at + 1 == text.length();
        if (SEPARATORS.indexOf(character) >= 0) {
            return last
                    || Character.isWhitespace(text.charAt(at + 1))
                    || isName(at + 1, character == ';');
        }
        return (isQuote(character) || character == '\\')
                && (last || !Character.isLetterOrDigit(text.charAt(at + 1)));
    }

    /** Whether a name and a separator begin here, or a quote. */
    private boolean isName(int at, boolean blanks) {
        if (isQuote(text.charAt(at))) {
            return true;
        }
        int end = nameEnd(at, blanks);
        return Character.isLetter(text.charAt(at))
                && end < text.length()
                && "=:".indexOf(text.charAt(end)) >= 0;
    }

    private int nameEnd(int start, boolean blanks) {
        int end = start;
        while (end < text.length()
                && end - start < MAX_NAME
                && (isNameCharacter(text, end) || (blanks && isBetweenCapitals(start, end)))) {
            end++;
        }
        return end;
    }

    /** {@code User Id=}, as in connection strings. */
    private boolean isBetweenCapitals(int start, int blank) {
        return text.charAt(blank) == ' '
                && Character.isUpperCase(text.charAt(start))
                && blank + 1 < text.length()
                && Character.isUpperCase(text.charAt(blank + 1));
    }

    /** {@code Basic dXNlcjpw}: the scheme stays. */
    private Span withoutScheme(Span value, int quote) {
        int end = value.start();
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        if (!SCHEMES.contains(text.substring(value.start(), end).toLowerCase(Locale.ROOT))) {
            return value;
        }
        int next = skipBlanks(end);
        if (next == end) {
            return value;
        }
        boolean quoted = value.start() == quote + 1;
        return quoted && next <= value.end()
                ? new Span(next, value.end())
                : new Span(next, plainEnd(next));
    }

    private static boolean isNoSecret(String value, boolean apart, boolean quoted) {
        if (SecretNames.isHarmlessValue(value)
                || BLOCKS.contains(value)
                || value.startsWith("[REDACTED")) {
            return true;
        }
        String lower = value.toLowerCase(Locale.ROOT);
        if (EXPRESSIONS.stream().anyMatch(lower::startsWith)) {
            return true;
        }
        return apart
                && !quoted
                && (WORDS.contains(lower) || SCHEMES.contains(lower) || isStatus(value));
    }

    /** Like 401. */
    private static boolean isStatus(String value) {
        return value.length() == 3 && value.chars().allMatch(Character::isDigit);
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < text.length() && at - from < MAX_BLANKS && isBlank(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isNameCharacter(String text, int at) {
        char character = text.charAt(at);
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || character == '_'
                || character == '-'
                || character == '.';
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t';
    }

    private static boolean isQuote(char character) {
        return character == '"' || character == '\'' || character == '`';
    }
}
