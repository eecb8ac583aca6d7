package dev.myriarch.base;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests, as bytes and as 64 lower-case hex digits. */
public final class Sha256 {
    private Sha256() {}

    public static byte[] digest(byte[] content) {
        return newDigest().digest(content);
    }

    public static String hex(byte[] content) {
        return HexFormat.of().formatHex(digest(content));
    }

    /** Digest of the UTF-8 bytes of {@code text}. */
    public static String hex(String text) {
        return hex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A fresh digest for content that arrives in pieces. */
    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
