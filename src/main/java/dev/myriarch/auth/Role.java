package dev.myriarch.auth;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Roles and what they permit. */
public enum Role {
    VIEWER(Permissions.READ),
    OPERATOR(Permissions.OPERATE),
    ADMIN(Permissions.ALL);

    private final List<String> permissions;

    Role(List<String> permissions) {
        this.permissions = permissions;
    }

    /** Everything that the role permits, sorted. */
    public List<String> permissions() {
        return permissions;
    }

    /** The administrator may do everything, also what is not listed. */
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

    /** Apart, because constants of an enum cannot use its static fields. */
    private static final class Permissions {
        static final List<String> READ = List.of("read");

        static final List<String> OPERATE =
                List.of(
                        "agents:restart",
                        "agents:resync",
                        "audit:read",
                        "enrollment_tokens:read",
                        "fleets:set_version",
                        "gitops:sync",
                        "notifications:test",
                        "read",
                        "releases:acknowledge",
                        "rollouts:approve",
                        "rollouts:operate");

        static final List<String> ALL =
                List.of(
                        "agents:delete",
                        "agents:re_enroll",
                        "agents:restart",
                        "agents:resync",
                        "audit:read",
                        "enrollment_tokens:manage",
                        "enrollment_tokens:read",
                        "fleets:set_version",
                        "gitops:sync",
                        "notifications:test",
                        "read",
                        "releases:acknowledge",
                        "rollouts:approve",
                        "rollouts:operate",
                        "users:manage");
    }
}
