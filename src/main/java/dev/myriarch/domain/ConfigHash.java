package dev.myriarch.domain;

import dev.myriarch.base.Sha256;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Identity of a configuration. For configurations that the server rendered it is the SHA-256 of
 * their canonical YAML; what an agent reports is opaque and may be any bytes.
 *
 * @param hex lower-case hex digits, an even number, not empty
 */
public record ConfigHash(String hex) {
    public ConfigHash {
        Objects.requireNonNull(hex, "hex");
        if (hex.isEmpty() || hex.length() % 2 != 0) {
            throw new IllegalArgumentException("not a hash: " + hex.length() + " characters");
        }
    }

    /** The hash of {@code content}. */
    public static ConfigHash of(byte[] content) {
        return new ConfigHash(Sha256.hex(content));
    }

    /** The hash that these bytes are. */
    public static ConfigHash ofBytes(byte[] hash) {
        return new ConfigHash(HexFormat.of().formatHex(hash));
    }

    public byte[] toBytes() {
        return HexFormat.of().parseHex(hex);
    }

    @Override
    public String toString() {
        return hex;
    }
}
