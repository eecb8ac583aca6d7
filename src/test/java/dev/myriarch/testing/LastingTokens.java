package dev.myriarch.testing;

import dev.myriarch.auth.AgentAuthenticator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** An authenticator with rules of a test, whose tokens do not end. */
public record LastingTokens(Function<Optional<String>, AgentAuthentication> rule)
        implements AgentAuthenticator {
    /** Lets everybody in, as this credential. */
    public static LastingTokens everybody(String credential) {
        return new LastingTokens(_ ->
                new AgentAuthentication.Accepted(credential, Optional.empty(), Map.of(), false));
    }

    @Override
    public AgentAuthentication authenticate(Optional<String> authorization) {
        return rule.apply(authorization);
    }

    @Override
    public Set<UUID> ended(Set<UUID> tokens) {
        return Set.of();
    }
}
