package dev.myriarch.auth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Checks API tokens. Thread-safe. */
final class ApiTokens {
    private final InstantSource clock;
    private final CredentialCache<ApiToken> cache;
    private final TokenUsage usage;

    ApiTokens(ApiTokenStore store, InstantSource clock) {
        this.clock = clock;
        cache =
                new CredentialCache<>(
                        clock,
                        new CredentialCache.Limits(
                                Duration.ofSeconds(5), Duration.ofSeconds(10), 4096, 1024),
                        store::find);
        usage = new TokenUsage(store);
    }

    /** The valid token of this text. */
    Lookup<ApiToken> use(String text) {
        if (!Tokens.isApiToken(text)) {
            return new Lookup.Unknown<>();
        }
        Lookup<ApiToken> found = live(Tokens.hash(text));
        if (found instanceof Lookup.Known<ApiToken>(ApiToken token)) {
            usage.record(token.id(), clock.instant());
        }
        return found;
    }

    /** Whether a token that was used is still valid. */
    boolean isLive(String hash) {
        return live(hash) instanceof Lookup.Known<ApiToken>;
    }

    private Lookup<ApiToken> live(String hash) {
        Instant now = clock.instant();
        Lookup<ApiToken> found = cache.find(hash);
        boolean ended =
                found instanceof Lookup.Known<ApiToken>(ApiToken token) && !token.isLive(now);
        return ended ? new Lookup.Unknown<>() : found;
    }

    void expireCache() {
        cache.expireAll();
    }

    void flushUsage() {
        usage.flush();
    }
}
