package dev.myriarch.auth;

import java.util.Optional;

/** The Authorization header with a bearer token (RFC 6750 section 2.1). */
final class BearerToken {
    private static final String SCHEME = "Bearer ";

    private BearerToken() {}

    /** The token; empty for another scheme. The scheme is not case sensitive. */
    static Optional<String> of(String authorization) {
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? Optional.of(authorization.substring(SCHEME.length()).strip())
                : Optional.empty();
    }
}
