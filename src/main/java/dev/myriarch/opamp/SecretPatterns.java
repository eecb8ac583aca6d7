package dev.myriarch.opamp;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.myriarch.base.SecretNames;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;

/** Secrets that show by their form, wherever they stand. The patterns run in linear time. */
final class SecretPatterns {
    private static final Pattern MARKER = Pattern.compile("\\[REDACTED(?::[0-9a-f]{8})?\\]");

    /** What is replaced in one round may show the edge of something else. */
    private static final int MAX_ROUNDS = 4;

    /**
     * @param hint a text that stands wherever the pattern matches
     * @param secret whether what the first group holds is one
     */
    private record Form(String hint, Pattern pattern, Predicate<String> secret) {
        static Form of(String hint, String pattern) {
            return new Form(hint, Pattern.compile(pattern), _ -> true);
        }
    }

    /** Before the pairs, because the names of pairs are user names here. */
    private static final List<Form> ADDRESSES =
            List.of(
                    Form.of(
                            "-----BEGIN",
                            "(?s)(-----BEGIN [A-Z0-9 ]+-----.*?(?:-----END [A-Z0-9 ]+-----|\\z))"),
                    Form.of("://", "[A-Za-z][A-Za-z0-9+.-]*://([^\\s/?#\"'<>]+)@"),
                    // As Go drivers write it: root:secret@tcp(host:3306)/database.
                    Form.of("@", "\\b[A-Za-z0-9_.%+-]+:([^\\s/]\\S*?)@[a-z0-9]+\\("),
                    Form.of(
                            "@",
                            "\\b[A-Za-z0-9_.%+-]+:([^\\s\"'/@]+)@(?:/|[A-Za-z0-9.-]+:\\d{2,5}\\b)"),
                    Form.of("hooks.slack.com", "hooks\\.slack\\.com/services/([A-Za-z0-9/_-]+)"));

    private static final List<Form> TOKENS =
            List.of(
                    new Form(
                            " ",
                            Pattern.compile("(?i)\\bbearer[ \\t]+([A-Za-z0-9._~+/-]{8,}=*)"),
                            token ->
                                    !token.equalsIgnoreCase("authentication")
                                            && !token.equalsIgnoreCase("authorization")),
                    new Form(
                            " ",
                            Pattern.compile("(?i)\\bbasic[ \\t]+([A-Za-z0-9+/]{4,}={0,2})"),
                            SecretPatterns::isBasic),
                    Form.of("myr", "\\b(myr[aed]_[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]+)*)"),
                    Form.of("gh", "\\b(gh[pousr]_[A-Za-z0-9]{16,255})"),
                    Form.of("github_pat_", "\\b(github_pat_[A-Za-z0-9_]{16,255})"),
                    Form.of("glpat-", "\\b(glpat-[A-Za-z0-9_-]{16,255})"),
                    Form.of("gl", "\\b(gl(?:c|sa)_[A-Za-z0-9_+/=-]{16,})"),
                    Form.of(
                            "eyJ",
                            "\\b(eyJ[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]{4,}\\.[A-Za-z0-9_-]*)"),
                    Form.of("IA", "\\b((?:AKIA|ASIA)[A-Z0-9]{16})\\b"),
                    Form.of("AIza", "\\b(AIza[A-Za-z0-9_-]{35})"),
                    Form.of("xox", "\\b(xox[a-z]-[A-Za-z0-9-]{8,})"),
                    Form.of("xapp-", "\\b(xapp-[A-Za-z0-9-]{8,})"),
                    Form.of("dt0", "\\b(dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64})"),
                    Form.of("NRAK-", "\\b(NRAK-[A-Z0-9]{16,})"));

    private SecretPatterns() {}

    /** Redacting the result changes nothing more. */
    static String redact(String text, SecretRedactor redactor) {
        String result = text;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            String before = result;
            result = redactOnce(before, redactor);
            if (result.equals(before)) {
                break;
            }
        }
        return result;
    }

    private static String redactOnce(String text, SecretRedactor redactor) {
        String result = text;
        for (Form form : ADDRESSES) {
            result = replace(form, result, redactor);
        }
        result = betweenMarkers(result, part -> SecretPairs.redact(part, redactor));
        for (Form form : TOKENS) {
            result = replace(form, result, redactor);
        }
        return result;
    }

    private static String replace(Form form, String text, SecretRedactor redactor) {
        return text.contains(form.hint())
                ? betweenMarkers(text, part -> replacePart(form, part, redactor))
                : text;
    }

    private static String replacePart(Form form, String text, SecretRedactor redactor) {
        Matcher matcher = form.pattern().matcher(text);
        if (!matcher.find()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int copied = 0;
        do {
            String secret = matcher.group(1);
            boolean shows = SecretNames.isHarmlessValue(secret) || !form.secret().test(secret);
            out.append(text, copied, matcher.start(1));
            out.append(shows ? secret : redactor.marker(secret));
            copied = matcher.end(1);
        } while (matcher.find());
        return out.append(text, copied, text.length()).toString();
    }

    /** A step of the redaction. */
    @FunctionalInterface
    private interface Step {
        String apply(String part);
    }

    /** What is redacted already is left alone, and is no part of anything else. */
    private static String betweenMarkers(String text, Step step) {
        if (!text.contains("[REDACTED")) {
            return step.apply(text);
        }
        Matcher markers = MARKER.matcher(text);
        StringBuilder out = new StringBuilder(text.length());
        int from = 0;
        while (markers.find()) {
            out.append(step.apply(text.substring(from, markers.start()))).append(markers.group());
            from = markers.end();
        }
        return out.append(step.apply(text.substring(from))).toString();
    }

    /** RFC 7617: a user and a password. */
    private static boolean isBasic(String text) {
        try {
            byte[] decoded = Base64.getDecoder().decode(text);
            return new String(decoded, StandardCharsets.ISO_8859_1).indexOf(':') >= 0;
        } catch (IllegalArgumentException noBase64) {
            return false;
        }
    }
}
