package dev.myriarch.auth;

import java.time.Duration;
import java.util.Optional;

/**
 * Finds out who makes a request: a bearer token counts before a cookie, and an invalid one is never
 * passed over. Thread-safe.
 */
public final class RequestAuthenticator {
    private final Sessions sessions;
    private final ApiTokens tokens;
    private final FailureLimiter failures;

    RequestAuthenticator(Sessions sessions, ApiTokens tokens, FailureLimiter failures) {
        this.sessions = sessions;
        this.tokens = tokens;
        this.failures = failures;
    }

    /**
     * @param client key under which failures of the caller are counted
     */
    public Authentication authenticate(
            Optional<String> authorization, Optional<String> cookie, String client) {
        if (authorization.isPresent()) {
            return bearer(authorization.get(), client);
        }
        return cookie.map(this::session).orElseGet(Authentication.Anonymous::new);
    }

    private Authentication bearer(String authorization, String client) {
        String text = BearerToken.of(authorization).orElse("");
        return switch (tokens.use(text)) {
            case Lookup.Known<ApiToken>(ApiToken token) -> {
                String hash = Tokens.hash(text);
                yield new Authentication.Known(
                        new Caller(token.principal(), Optional.empty(), () -> tokens.isLive(hash)));
            }
            case Lookup.Unknown<ApiToken> _ -> invalid(client);
            case Lookup.Busy<ApiToken>(Duration retryAfter) ->
                    new Authentication.TooMany(retryAfter);
            case Lookup.Failed<ApiToken>(RuntimeException cause) ->
                    new Authentication.Unavailable(cause);
        };
    }

    /**
     * Only who fails has to wait: behind one address there may be others whose tokens are valid,
     * and nobody guesses a token of 190 bits. Look-ups of unknown tokens have a bound of their own.
     */
    private Authentication invalid(String client) {
        Duration delay = failures.delay(client);
        if (delay.isPositive()) {
            return new Authentication.TooMany(delay);
        }
        failures.failed(client);
        return new Authentication.Invalid();
    }

    /** A cookie that ended is everyday life and no failure of the client. */
    private Authentication session(String cookie) {
        return switch (sessions.use(cookie)) {
            case Lookup.Known<Session>(Session session) ->
                    new Authentication.Known(
                            new Caller(
                                    session.user().principal(),
                                    Optional.of(session),
                                    () -> sessions.isLive(session)));
            case Lookup.Unknown<Session> _ -> new Authentication.Invalid();
            case Lookup.Busy<Session>(Duration retryAfter) ->
                    new Authentication.TooMany(retryAfter);
            case Lookup.Failed<Session>(RuntimeException cause) ->
                    new Authentication.Unavailable(cause);
        };
    }
}
