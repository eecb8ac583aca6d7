package dev.myriarch.auth;

import java.time.Instant;
import java.util.Optional;

/** Stored API tokens, keyed by their hash. */
public interface ApiTokenStore extends TokenUsage.Store {
    /** A token of this hash, revoked and expired ones included. */
    Optional<ApiToken> find(String tokenHash);

    /** Stores the token unless one with this hash is there; true when it is new. */
    boolean insertIfAbsent(ApiToken token, String tokenHash);

    /**
     * Revokes the tokens with this name and creator that are older than the one of {@code
     * tokenHash}; none when that one is revoked itself. Returns how many.
     */
    int revokeOlder(String tokenHash, String name, String creator, Instant now);
}
