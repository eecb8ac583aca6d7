package dev.myriarch.auth;

import dev.myriarch.base.Secret;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password that can be compared and not read: PBKDF2 with HMAC-SHA-256 (RFC 8018). Its text is
 * {@code pbkdf2-sha256$iterations$salt$hash} with base64. Immutable.
 */
public final class PasswordHash {
    private static final String SCHEME = "pbkdf2-sha256";

    /** What OWASP recommends for this function. */
    private static final int ITERATIONS = 600_000;

    private static final int FEWEST_ITERATIONS = 100_000;

    /** More would let one sign-in keep a core busy for seconds. */
    private static final int MOST_ITERATIONS = 5_000_000;

    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final int MOST_CHARACTERS = 1024;
    private static final Pattern FORM =
            Pattern.compile(
                    SCHEME + "\\$([0-9]{6,7})\\$([A-Za-z0-9+/=]{24})\\$([A-Za-z0-9+/=]{44})");

    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int iterations, byte[] salt, byte[] hash) {
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    /**
     * Hashes a password of 1 to 1024 characters.
     *
     * @param random a secure source
     */
    public static PasswordHash create(Secret password, RandomGenerator random) {
        String text = password.reveal();
        if (text.isEmpty() || text.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "a password has 1 to %d characters".formatted(MOST_CHARACTERS));
        }
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new PasswordHash(ITERATIONS, salt, derive(text, salt, ITERATIONS));
    }

    /**
     * @throws IllegalArgumentException with a message that does not repeat the text
     */
    public static PasswordHash parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "is no password hash of the form %s$iterations$salt$hash".formatted(SCHEME));
        }
        int iterations = Integer.parseInt(form.group(1));
        if (iterations < FEWEST_ITERATIONS || iterations > MOST_ITERATIONS) {
            throw new IllegalArgumentException(
                    "has %d iterations instead of %d to %d"
                            .formatted(iterations, FEWEST_ITERATIONS, MOST_ITERATIONS));
        }
        byte[] salt = Base64.getDecoder().decode(form.group(2));
        byte[] hash = Base64.getDecoder().decode(form.group(3));
        if (salt.length != SALT_BYTES || hash.length != HASH_BYTES) {
            throw new IllegalArgumentException("has a salt or hash of another length");
        }
        return new PasswordHash(iterations, salt, hash);
    }

    /** Takes long on purpose, whatever the password is. */
    public boolean matches(Secret password) {
        String text = password.reveal();
        boolean possible = !text.isEmpty() && text.length() <= MOST_CHARACTERS;
        byte[] actual = derive(possible ? text : "-", salt, iterations);
        return MessageDigest.isEqual(actual, hash) && possible;
    }

    private static byte[] derive(String password, byte[] salt, int iterations) {
        PBEKeySpec key = new PBEKeySpec(password.toCharArray(), salt, iterations, HASH_BYTES * 8);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(key)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has PBKDF2 with HMAC-SHA-256", e);
        } finally {
            key.clearPassword();
        }
    }

    /** For a file; whoever has it can try passwords. */
    public String text() {
        Base64.Encoder base64 = Base64.getEncoder();
        return "%s$%d$%s$%s"
                .formatted(
                        SCHEME,
                        iterations,
                        base64.encodeToString(salt),
                        base64.encodeToString(hash));
    }

    @Override
    public String toString() {
        return "***";
    }
}
