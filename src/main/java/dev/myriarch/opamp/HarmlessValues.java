package dev.myriarch.opamp;

import dev.myriarch.base.SecretNames;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What stands behind the name of a secret in texts, and is none. */
final class HarmlessValues {
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

    private HarmlessValues() {}

    /** The first word of an authorization, which says how the secret behind it is made. */
    static boolean isScheme(String word) {
        return SCHEMES.contains(word.toLowerCase(Locale.ROOT));
    }

    /**
     * @param value what stands behind the name of a secret
     * @param apart blanks stand before it
     * @param quoted a quote, or the scheme of an authorization, stands before it
     */
    static boolean isHarmless(String value, boolean apart, boolean quoted) {
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
}
