package dev.myriarch.artifact;

import dev.myriarch.base.Brand;
import dev.myriarch.base.Secret;
import dev.myriarch.domain.AgentId;
import java.nio.ByteBuffer;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes and checks the tokens with which updaters load what they are offered. A token is signed and
 * not stored: {@code myrd_} and the base64url text of {@code format, kind, artifact, updater,
 * seconds, HMAC-SHA256}. It says nothing of whether the offer still stands: who checks one asks
 * {@link PackageOfferStore} as well. Immutable.
 */
public final class DownloadTokens {
    /** Bytes that a key needs at least. */
    public static final int MIN_KEY_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int MAC_BYTES = 32;
    private static final byte FORMAT = 1;

    /** The kind of a package offer. A token of another kind is another promise. */
    private static final byte OFFER = 0;

    private static final int CONTENT_BYTES = 2 + 4 * Long.BYTES + Long.BYTES;
    private static final int BYTES = CONTENT_BYTES + MAC_BYTES;

    /** No text of another length is looked at. */
    private static final int LENGTH = Brand.DOWNLOAD_TOKEN_PREFIX.length() + (BYTES * 8 + 5) / 6;

    private final SecretKeySpec key;
    private final Duration lifetime;

    /**
     * @param key the same one on every replica
     * @param lifetime zero: a token lives as long as its offer
     * @throws IllegalArgumentException if the key is too short
     */
    public DownloadTokens(byte[] key, Duration lifetime) {
        if (key.length < MIN_KEY_BYTES) {
            throw new IllegalArgumentException(
                    "a key has at least " + MIN_KEY_BYTES + " bytes, not " + key.length);
        }
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.lifetime = lifetime;
    }

    /** What a token proves: this updater was offered this artifact at that time. */
    public record Claim(AgentId updater, ArtifactId artifact, Instant at) {}

    /** Zero: without an end. */
    public Duration lifetime() {
        return lifetime;
    }

    public Secret mint(AgentId updater, ArtifactId artifact, Instant now) {
        byte[] content =
                ByteBuffer.allocate(CONTENT_BYTES)
                        .put(FORMAT)
                        .put(OFFER)
                        .put(bytes(artifact.uuid()))
                        .put(bytes(updater.uuid()))
                        .putLong(now.getEpochSecond())
                        .array();
        byte[] token = ByteBuffer.allocate(BYTES).put(content).put(sign(content)).array();
        return new Secret(Brand.DOWNLOAD_TOKEN_PREFIX + encode(token));
    }

    /**
     * Reads a token that was made here for this artifact and is not too old.
     *
     * @return empty for every other text, without a word about why
     */
    public Optional<Claim> check(String token, ArtifactId artifact, Instant now) {
        return read(token)
                .filter(claim -> claim.artifact().equals(artifact))
                .filter(claim -> lifetime.isZero() || now.isBefore(claim.at().plus(lifetime)));
    }

    private Optional<Claim> read(String token) {
        if (token.length() != LENGTH || !token.startsWith(Brand.DOWNLOAD_TOKEN_PREFIX)) {
            return Optional.empty();
        }
        String text = token.substring(Brand.DOWNLOAD_TOKEN_PREFIX.length());
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
        // The last character has bits that say nothing; only one of its spellings is a token.
        if (bytes.length != BYTES || !encode(bytes).equals(text)) {
            return Optional.empty();
        }
        byte[] content = Arrays.copyOf(bytes, CONTENT_BYTES);
        byte[] signature = Arrays.copyOfRange(bytes, CONTENT_BYTES, BYTES);
        return MessageDigest.isEqual(sign(content), signature)
                ? claim(ByteBuffer.wrap(content))
                : Optional.empty();
    }

    private static Optional<Claim> claim(ByteBuffer content) {
        if (content.get() != FORMAT || content.get() != OFFER) {
            return Optional.empty();
        }
        ArtifactId artifact = new ArtifactId(uuid(content));
        AgentId updater = new AgentId(uuid(content));
        return Optional.of(new Claim(updater, artifact, Instant.ofEpochSecond(content.getLong())));
    }

    private byte[] sign(byte[] content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(content);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    private static UUID uuid(ByteBuffer from) {
        return new UUID(from.getLong(), from.getLong());
    }
}
