package dev.myriarch.auth;

import java.util.Objects;

/**
 * Who makes a request.
 *
 * @param reference stable reference for the audit log: {@code user:<uuid>} or {@code token:<uuid>}
 * @param displayName name for people
 */
public record Principal(String reference, String displayName, Role role) {
    public Principal {
        Objects.requireNonNull(reference, "reference");
        Objects.requireNonNull(displayName, "displayName");
        Objects.requireNonNull(role, "role");
    }
}
