package dev.myriarch.base;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells keys that name a secret. */
public final class SecretNames {
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
                    "communitystring",
                    "credential",
                    "cookie",
                    "sasl",
                    "keypem");

    private static final Set<String> WHOLE = Set.of("key", "pwd", "pass");

    private static final List<String> ENDS = List.of("pwd", "community");

    /** Words that turn the name of a secret into the name of a place, a kind or a figure. */
    private static final List<String> HARMLESS_ENDS =
            List.of(
                    "file",
                    "path",
                    "name",
                    "url",
                    "endpoint",
                    "mechanism",
                    "scheme",
                    "type",
                    "enabled",
                    "ttl",
                    "timeout",
                    "interval",
                    "count",
                    "limit",
                    "maxtokens");

    /** What stands beside a secret, in the mapping that is named after it. */
    private static final Set<String> HARMLESS_FIELDS =
            Set.of(
                    "user",
                    "username",
                    "name",
                    "namespace",
                    "clientid",
                    "mechanism",
                    "scheme",
                    "type",
                    "enabled",
                    "header",
                    "realm",
                    "region",
                    "version",
                    "ttl",
                    "timeout",
                    "interval");

    private static final List<String> HARMLESS_FIELD_ENDS =
            List.of("file", "path", "filename", "url", "endpoint");

    /** In texts a name has to end so, because the words of a sentence are names as well. */
    private static final List<String> ENDS_IN_TEXT =
            List.of(
                    "token",
                    "password",
                    "passwd",
                    "passphrase",
                    "secret",
                    "authorization",
                    "apikey",
                    "accesskey",
                    "secretkey",
                    "privatekey",
                    "sharedkey",
                    "accountkey",
                    "licensekey",
                    "instrumentationkey",
                    "accesssignature",
                    "credential",
                    "credentials",
                    "cookie",
                    "pwd");

    /** Names that are too common elsewhere, but mean a secret where a value is assigned. */
    private static final Set<String> ASSIGNED = Set.of("community", "snmpcommunity", "pass");

    /** Parameters of a URL. */
    private static final Set<String> PARAMETERS = Set.of("key", "sig", "signature", "auth");

    private SecretNames() {}

    /** Case, dashes, underscores, dots and blanks do not matter. */
    public static boolean isSecret(String key) {
        String name = normal(key);
        if (HARMLESS_ENDS.stream().anyMatch(name::endsWith)) {
            return false;
        }
        return PARTS.stream().anyMatch(name::contains)
                || ENDS.stream().anyMatch(name::endsWith)
                || WHOLE.contains(name);
    }

    /** True for a field that is no secret even where the mapping around it is named after one. */
    public static boolean isHarmlessField(String key) {
        String name = normal(key);
        return HARMLESS_FIELDS.contains(name)
                || HARMLESS_FIELD_ENDS.stream().anyMatch(name::endsWith);
    }

    /** Like {@link #isSecret}, for the name before a colon in a text for people. */
    public static boolean isSecretInText(String key) {
        String name = normal(key);
        return ENDS_IN_TEXT.stream().anyMatch(name::endsWith);
    }

    /** Like {@link #isSecretInText}, for the name before an equals sign. */
    public static boolean isSecretAssigned(String key, boolean urlParameter) {
        String name = normal(key);
        return isSecretInText(name)
                || ASSIGNED.contains(name)
                || (urlParameter && PARAMETERS.contains(name));
    }

    private static String normal(String key) {
        StringBuilder name = new StringBuilder(key.length());
        String lower = key.toLowerCase(Locale.ROOT);
        for (int i = 0; i < lower.length(); i++) {
            if ("-_. ".indexOf(lower.charAt(i)) < 0) {
                name.append(lower.charAt(i));
            }
        }
        return name.toString();
    }

    /**
     * True for values that are no secret themselves: nothing, a reference to a variable that the
     * collector resolves, or what is redacted already.
     */
    public static boolean isHarmlessValue(String value) {
        return value.isEmpty()
                || (value.startsWith("[REDACTED") && value.indexOf(']') == value.length() - 1)
                || value.equals("null")
                || value.equals("~")
                || value.equals("true")
                || value.equals("false")
                || (value.startsWith("${") && value.indexOf('}') == value.length() - 1)
                || value.chars().allMatch(character -> character == '*');
    }
}
