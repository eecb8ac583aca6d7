package dev.myriarch.opamp;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;

/** Secrets that show by their form, wherever they stand. The patterns run in linear time. */
final class SecretPatterns {
    private static final Pattern PEM =
            Pattern.compile("(?s)-----BEGIN [A-Z0-9 ]+-----.*?(?:-----END [A-Z0-9 ]+-----|\\z)");
    private static final Pattern USER_INFORMATION =
            Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://([^\\s/?#\"'<>]+)@");
    private static final Pattern BEARER =
            Pattern.compile("(?i)\\bbearer\\s+([A-Za-z0-9._~+/-]{8,}=*)");
    private static final Pattern OWN_TOKEN = Pattern.compile("\\b(myr[aed]_[A-Za-z0-9_.-]{16,})");

    private SecretPatterns() {}

    static String redact(String text, SecretRedactor redactor) {
        String result = replace(PEM, 0, text, redactor);
        result = replace(USER_INFORMATION, 1, result, redactor);
        result = replace(BEARER, 1, result, redactor);
        return replace(OWN_TOKEN, 1, result, redactor);
    }

    private static String replace(
            Pattern pattern, int group, String text, SecretRedactor redactor) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int copied = 0;
        do {
            String secret = matcher.group(group);
            out.append(text, copied, matcher.start(group));
            out.append(SecretNames.isHarmlessValue(secret) ? secret : redactor.marker(secret));
            copied = matcher.end(group);
        } while (matcher.find());
        return out.append(text, copied, text.length()).toString();
    }
}
