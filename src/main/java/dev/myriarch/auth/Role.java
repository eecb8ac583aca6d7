package dev.myriarch.auth;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Roles and what they permit. */
public enum Role {
    VIEWER(Set.of("read")),
    OPERATOR(
            Set.of(
                    "read",
                    "agents:restart",
                    "agents:resync",
                    "fleets:set_version",
                    "rollouts:operate",
                    "rollouts:approve",
                    "gitops:sync",
                    "releases:acknowledge",
                    "notifications:test",
                    "enrollment_tokens:read",
                    "audit:read")),
    ADMIN(Set.of());

    private final Set<String> permissions;

    Role(Set<String> permissions) {
        this.permissions = permissions;
    }

    /** The administrator may do everything. */
    public boolean permits(String permission) {
        return this == ADMIN || permissions.contains(permission);
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> of(String text) {
        for (Role role : values()) {
            if (role.text().equals(text)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}
