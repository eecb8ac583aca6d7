package dev.myriarch.auth;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A token for programs that call the API.
 *
 * @param prefix beginning of the token, for people
 * @param createdBy reference of the principal that made it
 */
public record ApiToken(
        UUID id,
        String prefix,
        String name,
        Role role,
        String createdBy,
        Instant createdAt,
        Optional<Instant> expiresAt,
        Optional<Instant> revokedAt) {
    public ApiToken {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(createdBy, "createdBy");
        Objects.requireNonNull(createdAt, "createdAt");
    }

    boolean isLive(Instant now) {
        return revokedAt.isEmpty() && expiresAt.map(now::isBefore).orElse(true);
    }

    public Principal principal() {
        return new Principal("token:" + id, name, role);
    }
}
