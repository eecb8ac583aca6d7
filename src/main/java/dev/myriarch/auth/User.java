package dev.myriarch.auth;

import java.util.Objects;
import java.util.UUID;

/**
 * A person who signed in once.
 *
 * @param provider who vouches for the subject: {@code dev}, {@code bootstrap} or {@code oidc}
 * @param subject identity at the provider; never shown
 */
public record User(
        UUID id, String provider, String subject, String displayName, Role role, boolean disabled) {
    public User {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(displayName, "displayName");
        Objects.requireNonNull(role, "role");
    }

    public Principal principal() {
        return new Principal("user:" + id, displayName, role);
    }
}
