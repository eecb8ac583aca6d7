package dev.myriarch.auth;

import java.util.Optional;

/** Stored API tokens, keyed by their hash. */
public interface ApiTokenStore extends TokenUsage.Store {
    /** A token of this hash, revoked and expired ones included. */
    Optional<ApiToken> find(String tokenHash);

    /** Stores the token unless one with this hash is there; true when it is new. */
    boolean insertIfAbsent(ApiToken token, String tokenHash);
}
