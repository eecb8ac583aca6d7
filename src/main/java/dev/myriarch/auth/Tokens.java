package dev.myriarch.auth;

import dev.myriarch.base.Brand;
import dev.myriarch.base.Sha256;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Form of API tokens and enrollment tokens. Only their SHA-256 is ever stored. */
public final class Tokens {
    private static final String BASE62 =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int LENGTH = 32;
    private static final int SHOWN = 6;
    private static final Pattern SECRET_PART = Pattern.compile("[A-Za-z0-9_-]{32,120}");

    private Tokens() {}

    /** A new token: the prefix and 32 random base62 characters (190 bits). */
    public static String create(String prefix, RandomGenerator random) {
        StringBuilder text = new StringBuilder(prefix);
        for (int i = 0; i < LENGTH; i++) {
            text.append(BASE62.charAt(random.nextInt(BASE62.length())));
        }
        return text.toString();
    }

    /** Lower-case hex SHA-256 of the whole text. */
    public static String hash(String token) {
        return Sha256.hex(token);
    }

    /** What people recognise a token by: its prefix and six characters of 32. */
    public static String displayPrefix(String token) {
        return token.substring(
                0, Math.min(token.length(), Brand.API_TOKEN_PREFIX.length() + SHOWN));
    }

    /** Whether it looks like an API token; anything else is not worth a look-up. */
    public static boolean isApiToken(String text) {
        return hasForm(text, Brand.API_TOKEN_PREFIX);
    }

    /** Whether it looks like an enrollment token. */
    public static boolean isEnrollmentToken(String text) {
        return hasForm(text, Brand.ENROLLMENT_TOKEN_PREFIX);
    }

    private static boolean hasForm(String text, String prefix) {
        return text.startsWith(prefix)
                && SECRET_PART.matcher(text.substring(prefix.length())).matches();
    }
}
