package dev.myriarch.auth;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A token with which agents connect.
 *
 * @param labels labels of the agents that register with it
 * @param multiplex true when one connection may speak for many agents
 */
public record EnrollmentToken(
        UUID id,
        String prefix,
        String name,
        Map<String, String> labels,
        boolean multiplex,
        String createdBy,
        Instant createdAt,
        Optional<Instant> expiresAt,
        Optional<Instant> revokedAt) {
    public EnrollmentToken {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(name, "name");
        labels = Map.copyOf(labels);
        Objects.requireNonNull(createdBy, "createdBy");
        Objects.requireNonNull(createdAt, "createdAt");
    }

    boolean isLive(Instant now) {
        return revokedAt.isEmpty() && expiresAt.map(now::isBefore).orElse(true);
    }
}
