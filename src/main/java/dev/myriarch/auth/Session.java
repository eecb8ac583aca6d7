package dev.myriarch.auth;

import dev.myriarch.base.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A browser session.
 *
 * @param tokenHash lower-case hex SHA-256 of the 32 bytes in the cookie
 * @param csrfToken what changing requests carry in a header
 * @param expiresAt absolute end
 */
public record Session(
        String tokenHash,
        User user,
        Secret csrfToken,
        Instant createdAt,
        Instant lastUsedAt,
        Instant expiresAt) {
    public Session {
        Objects.requireNonNull(tokenHash, "tokenHash");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(csrfToken, "csrfToken");
        Objects.requireNonNull(createdAt, "createdAt");
        Objects.requireNonNull(lastUsedAt, "lastUsedAt");
        Objects.requireNonNull(expiresAt, "expiresAt");
    }

    /** Whether it may still be used. */
    boolean isLive(Instant now, Duration idleTimeout) {
        return now.isBefore(expiresAt)
                && now.isBefore(lastUsedAt.plus(idleTimeout))
                && !user.disabled();
    }

    Session usedAt(Instant now) {
        return new Session(tokenHash, user, csrfToken, createdAt, now, expiresAt);
    }
}
