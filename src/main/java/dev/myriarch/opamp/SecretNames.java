package dev.myriarch.opamp;

import java.util.List;
import java.util.Locale;

/** Tells keys that name a secret. */
final class SecretNames {
    private static final List<String> PARTS =
            List.of(
                    "token",
                    "password",
                    "passwd",
                    "passphrase",
                    "secret",
                    "authorization",
                    "apikey",
                    "accesskey",
                    "privatekey",
                    "sharedkey",
                    "accountkey",
                    "licensekey",
                    "instrumentationkey",
                    "connectionstring",
                    "credential",
                    "cookie",
                    "sasl",
                    "keypem");

    /** Words that turn the name of a secret into the name of a place or a figure. */
    private static final List<String> HARMLESS_ENDS =
            List.of("file", "path", "filename", "url", "endpoint", "ttl", "timeout", "maxtokens");

    private SecretNames() {}

    /** Case, dashes, underscores, dots and blanks do not matter. */
    static boolean isSecret(String key) {
        String name = key.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
        if (HARMLESS_ENDS.stream().anyMatch(name::endsWith)) {
            return false;
        }
        return PARTS.stream().anyMatch(name::contains) || name.equals("key") || name.equals("pwd");
    }

    /**
     * True for values that are no secret themselves: nothing, a reference to a variable that the
     * collector resolves, or what is redacted already.
     */
    static boolean isHarmlessValue(String value) {
        return value.isEmpty()
                || value.startsWith("[REDACTED")
                || value.equals("null")
                || value.equals("~")
                || value.equals("true")
                || value.equals("false")
                || (value.startsWith("${") && value.indexOf('}') == value.length() - 1);
    }
}
