package dev.myriarch.auth;

import dev.myriarch.base.Secret;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Settings of the sign-in.
 *
 * @param developmentUser only outside production
 * @param bootstrapAdmin the administrator that the settings name
 * @param sessionIdleTimeout a session ends when it is not used for this long
 * @param sessionLifetime a session ends this long after the sign-in at the latest
 * @param failuresPerMinute failed sign-ins and invalid tokens per client key before it has to wait
 * @param cookieSecure true when browsers reach the server over https only
 */
public record AuthSettings(
        Optional<DevelopmentUser> developmentUser,
        Optional<BootstrapAdmin> bootstrapAdmin,
        Duration sessionIdleTimeout,
        Duration sessionLifetime,
        int failuresPerMinute,
        boolean cookieSecure) {
    public AuthSettings {
        Objects.requireNonNull(developmentUser, "developmentUser");
        Objects.requireNonNull(bootstrapAdmin, "bootstrapAdmin");
        if (!sessionIdleTimeout.isPositive() || !sessionLifetime.isPositive()) {
            throw new IllegalArgumentException("session times must be positive");
        }
        if (failuresPerMinute < 1) {
            throw new IllegalArgumentException("failuresPerMinute must be positive");
        }
    }

    /** Without an administrator that the settings name. */
    public AuthSettings(
            Optional<DevelopmentUser> developmentUser,
            Duration sessionIdleTimeout,
            Duration sessionLifetime,
            int failuresPerMinute,
            boolean cookieSecure) {
        this(
                developmentUser,
                Optional.empty(),
                sessionIdleTimeout,
                sessionLifetime,
                failuresPerMinute,
                cookieSecure);
    }

    /** The shipped defaults: nobody signs in with a password. */
    public static AuthSettings defaults() {
        return new AuthSettings(
                Optional.empty(),
                Optional.empty(),
                Duration.ofHours(2),
                Duration.ofHours(12),
                10,
                true);
    }

    /** An administrator whose password is known by its hash only. */
    public record BootstrapAdmin(String name, PasswordHash password) {
        public BootstrapAdmin {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(password, "password");
        }
    }

    /** A fixed administrator for development; an empty password lets nobody in. */
    public record DevelopmentUser(String name, Secret password) {
        public DevelopmentUser {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(password, "password");
        }
    }
}
