package dev.myriarch.opamp;

import dev.myriarch.base.SecretNames;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Takes secrets out of what agents report, before it is stored, sent or logged. A secret becomes
 * {@code [REDACTED:<8 hex digits>]}; the digits are a keyed hash, so equal secrets compare equal
 * and nobody without the key can try candidates. {@code [REDACTED]}, which collectors write
 * themselves, stays. Immutable.
 */
public final class SecretRedactor {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int HASH_BYTES = 4;
    private static final int MIN_KEY_BYTES = 16;

    private final SecretKeySpec key;

    /**
     * @param key at least 16 bytes, the same on every replica
     */
    public SecretRedactor(byte[] key) {
        if (key.length < MIN_KEY_BYTES) {
            throw new IllegalArgumentException("the key has fewer than 16 bytes");
        }
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** A collector configuration: YAML when it parses, else any text. */
    public String redactConfig(String text) {
        return new TreeRedaction(this)
                .redact(text)
                .orElseGet(() -> new ConfigRedaction(this).redact(text));
    }

    /**
     * A message for people, such as an error, or a value: URL user information and parameters, PEM
     * blocks, tokens, and what is named where it stands, such as {@code password=…}.
     */
    public String redactMessage(String text) {
        return text.isEmpty() ? text : SecretPatterns.redact(text, this);
    }

    /** A value that is a secret as a whole. */
    String redactValue(String text) {
        return SecretNames.isHarmlessValue(text) ? text : marker(text);
    }

    /** What stands for {@code secret}. */
    String marker(String secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] hash = mac.doFinal(secret.getBytes(StandardCharsets.UTF_8));
            return "[REDACTED:" + HexFormat.of().formatHex(hash, 0, HASH_BYTES) + "]";
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
