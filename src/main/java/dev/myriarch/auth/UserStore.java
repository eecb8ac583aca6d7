package dev.myriarch.auth;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Stored users. */
public interface UserStore {
    /**
     * Inserts the user, or updates name, role and last login of the one with the same provider and
     * subject; a disabled one stays disabled.
     *
     * @param user its id is used for a new user only
     * @return what is stored now
     */
    User recordLogin(User user, Instant now);

    Optional<User> find(UUID id);
}
