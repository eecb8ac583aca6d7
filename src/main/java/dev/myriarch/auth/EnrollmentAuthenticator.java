package dev.myriarch.auth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** Checks enrollment tokens of agents. Thread-safe. */
public final class EnrollmentAuthenticator implements AgentAuthenticator {
    private final boolean tokenRequired;
    private final EnrollmentTokenStore store;
    private final InstantSource clock;
    private final Consumer<RuntimeException> storeFailures;
    private final CredentialCache<EnrollmentToken> cache;
    private final TokenUsage usage;

    /**
     * @param tokenRequired whether an agent without a token is refused
     * @param storeFailures told why the store did not answer; the agent only hears "later"
     */
    public EnrollmentAuthenticator(
            boolean tokenRequired,
            EnrollmentTokenStore store,
            InstantSource clock,
            Consumer<RuntimeException> storeFailures) {
        this.tokenRequired = tokenRequired;
        this.store = store;
        this.clock = clock;
        this.storeFailures = storeFailures;
        cache =
                new CredentialCache<>(
                        clock,
                        new CredentialCache.Limits(
                                Duration.ofSeconds(60), Duration.ofSeconds(10), 4096, 1024),
                        store::find);
        usage = new TokenUsage(store);
    }

    @Override
    public AgentAuthentication authenticate(Optional<String> authorization) {
        if (authorization.isEmpty()) {
            return tokenRequired
                    ? new AgentAuthentication.Refused()
                    : new AgentAuthentication.Accepted("none", Optional.empty(), Map.of(), false);
        }
        Optional<String> token =
                BearerToken.of(authorization.get()).filter(Tokens::isEnrollmentToken);
        if (token.isEmpty()) {
            return new AgentAuthentication.Refused();
        }
        return switch (cache.find(Tokens.hash(token.get()))) {
            case Lookup.Known<EnrollmentToken>(EnrollmentToken known) -> check(known);
            case Lookup.Unknown<EnrollmentToken> _ -> new AgentAuthentication.Refused();
            case Lookup.Busy<EnrollmentToken> _ -> new AgentAuthentication.Unavailable();
            case Lookup.Failed<EnrollmentToken>(RuntimeException cause) -> {
                storeFailures.accept(cause);
                yield new AgentAuthentication.Unavailable();
            }
        };
    }

    private AgentAuthentication check(EnrollmentToken token) {
        Instant now = clock.instant();
        if (!token.isLive(now)) {
            return new AgentAuthentication.Refused();
        }
        usage.record(token.id(), now);
        return new AgentAuthentication.Accepted(
                "token:" + token.id(), Optional.of(token.id()), token.labels(), token.multiplex());
    }

    /** What the cache says of a token that ended is wrong, so the cache is asked no more. */
    @Override
    public Set<UUID> ended(Set<UUID> tokens) {
        Set<UUID> ended = new HashSet<>(tokens);
        Instant now = clock.instant();
        store.findAll(tokens).stream()
                .filter(token -> token.isLive(now))
                .map(EnrollmentToken::id)
                .forEach(ended::remove);
        if (!ended.isEmpty()) {
            cache.expireAll();
        }
        return ended;
    }

    void expireCache() {
        cache.expireAll();
    }

    void flushUsage() {
        usage.flush();
    }
}
