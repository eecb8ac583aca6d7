package dev.myriarch.auth;

import dev.myriarch.base.Secret;
import dev.myriarch.base.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Credentials for tests. */
public final class Samples {
    public static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
    public static final String API_TOKEN = "myra_" + "a".repeat(32);
    public static final String ENROLLMENT_TOKEN = "myre_" + "e".repeat(32);

    private Samples() {}

    public static AuthSettings settings() {
        return new AuthSettings(
                Optional.of(new AuthSettings.DevelopmentUser("dev", new Secret("secret"))),
                Duration.ofHours(2),
                Duration.ofHours(12),
                10,
                true);
    }

    public static User user(Role role, boolean disabled) {
        return new User(UuidV7.create(NOW), "dev", role.text(), "A " + role.text(), role, disabled);
    }

    public static ApiToken apiToken(Role role) {
        return new ApiToken(
                UuidV7.create(NOW),
                "myra_aaaaaa",
                "ci",
                role,
                "system",
                NOW,
                Optional.empty(),
                Optional.empty());
    }

    public static EnrollmentToken enrollmentToken(
            Optional<Instant> expiresAt, Optional<Instant> revokedAt) {
        return new EnrollmentToken(
                UuidV7.create(NOW),
                "myre_eeeeee",
                "edge",
                Map.of("site", "berlin"),
                false,
                "system",
                NOW,
                expiresAt,
                revokedAt);
    }
}
