package dev.myriarch.auth;

import java.time.Instant;
import java.util.Optional;

/** Stored sessions, keyed by the hash of their cookie. */
public interface SessionStore {
    void insert(Session session);

    /** The session with its user as it is now. */
    Optional<Session> find(String tokenHash);

    /** Moves the last use forward; false when the session is gone. */
    boolean touch(String tokenHash, Instant now);

    boolean delete(String tokenHash);

    /** Removes sessions that ended, or were last used before {@code idleSince}. */
    int deleteEnded(Instant now, Instant idleSince);
}
