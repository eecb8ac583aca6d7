package dev.myriarch.auth;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Checks the credential of an agent connection. Thread-safe; answers from a cache. */
public interface AgentAuthenticator {
    /**
     * @param authorization the Authorization header, where there is one
     */
    AgentAuthentication authenticate(Optional<String> authorization);

    /**
     * Those of these tokens that are revoked, expired or gone. Asks the store, not the cache.
     *
     * @throws RuntimeException when the store does not answer
     */
    Set<UUID> ended(Set<UUID> tokens);

    /** The result of a check. */
    sealed interface AgentAuthentication {
        /**
         * @param credential what the agent is bound to: {@code token:<uuid>}, or {@code none}
         * @param token the enrollment token, where one was presented
         * @param labels labels that the token gives
         * @param multiplex true when the connection may speak for many agents
         */
        record Accepted(
                String credential,
                Optional<UUID> token,
                Map<String, String> labels,
                boolean multiplex)
                implements AgentAuthentication {
            public Accepted {
                labels = Map.copyOf(labels);
            }
        }

        /** Missing, malformed, unknown, revoked or expired. */
        record Refused() implements AgentAuthentication {}

        /** The store of credentials cannot be asked now, or is asked too often. */
        record Unavailable() implements AgentAuthentication {}
    }
}
