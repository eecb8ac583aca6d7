package dev.myriarch.auth;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Stored enrollment tokens, keyed by their hash. */
public interface EnrollmentTokenStore extends TokenUsage.Store {
    /** A token of this hash, revoked and expired ones included. */
    Optional<EnrollmentToken> find(String tokenHash);

    /** Tokens of these ids that exist, revoked and expired ones included, in no order. */
    List<EnrollmentToken> findAll(Collection<UUID> ids);

    /** Stores the token unless one with this hash is there; true when it is new. */
    boolean insertIfAbsent(EnrollmentToken token, String tokenHash);
}
