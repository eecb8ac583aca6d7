package dev.myriarch.base;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;

/** A text that never shows in logs or messages: {@link #toString()} is {@code ***}. */
public final class Secret {
    private final String text;

    public Secret(String text) {
        this.text = Objects.requireNonNull(text, "text");
    }

    /** The text itself; call it only where it leaves for its destination. */
    public String reveal() {
        return text;
    }

    /** Compares without telling by its time where the texts differ. */
    public boolean matches(String candidate) {
        return MessageDigest.isEqual(
                text.getBytes(StandardCharsets.UTF_8), candidate.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && matches(secret.text);
    }

    @Override
    public int hashCode() {
        return 0x5EC;
    }

    @Override
    public String toString() {
        return "***";
    }
}
