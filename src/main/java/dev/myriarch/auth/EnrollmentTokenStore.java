package dev.myriarch.auth;

import java.util.Optional;

/** Stored enrollment tokens, keyed by their hash. */
public interface EnrollmentTokenStore extends TokenUsage.Store {
    /** A token of this hash, revoked and expired ones included. */
    Optional<EnrollmentToken> find(String tokenHash);

    /** Stores the token unless one with this hash is there; true when it is new. */
    boolean insertIfAbsent(EnrollmentToken token, String tokenHash);
}
