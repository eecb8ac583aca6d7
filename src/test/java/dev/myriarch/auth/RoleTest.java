package dev.myriarch.auth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RoleTest {
    @Test
    void eachRoleHasWhatTheOneBelowHas() {
        assertThat(Role.OPERATOR.permissions()).containsAll(Role.VIEWER.permissions());
        assertThat(Role.ADMIN.permissions()).containsAll(Role.OPERATOR.permissions());
        for (Role role : Role.values()) {
            assertThat(role.permissions()).isSorted().doesNotHaveDuplicates();
            assertThat(role.permissions()).allMatch(role::permits);
        }
    }

    @Test
    void onlyTheAdministratorManagesUsersAndDeletes() {
        for (String permission : java.util.List.of("users:manage", "agents:delete")) {
            assertThat(Role.ADMIN.permits(permission)).isTrue();
            assertThat(Role.OPERATOR.permits(permission)).isFalse();
            assertThat(Role.VIEWER.permits(permission)).isFalse();
        }
    }
}
