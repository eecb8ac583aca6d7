package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.auth.AgentAuthenticator;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Moves an agent from a token that is revoked or expired to the valid one that it presents, where
 * the operator wants that. Thread-safe.
 */
final class Rebinding {
    private static final String TOKEN = "token:";

    private final AgentAuthenticator authenticator;
    private final AgentStore store;
    private final ChangeWriter writer;
    private final boolean on;

    Rebinding(AgentAuthenticator authenticator, AgentStore store, ChangeWriter writer, boolean on) {
        this.authenticator = authenticator;
        this.store = store;
        this.writer = writer;
        this.on = on;
    }

    /** Whether the agent, which is bound to another credential, is bound to this one now. */
    boolean rebinds(Agent agent, Peer peer, Instant now) {
        // Whoever comes without a token has none that could be valid.
        Optional<UUID> bound = token(agent.credential());
        if (!on || bound.isEmpty() || peer.credential().token().isEmpty()) {
            return false;
        }
        String credential = peer.credential().credential();
        if (!authenticator.ended(Set.of(bound.get())).contains(bound.get())
                || !store.rebind(agent.id(), agent.credential(), credential, now)) {
            return false;
        }
        Map<String, String> details = Map.of("from", agent.credential(), "to", credential);
        writer.audit(agent.id(), now, peer.actor(), "agent.rebind", details);
        writer.event(
                agent.id(),
                now,
                "credential_rebound",
                "info",
                "moved to another enrollment token, because its own was revoked or has expired",
                details);
        return true;
    }

    /** An administrator released the agent: it belongs to the credential that comes now. */
    void bindReleased(Agent agent, Peer peer, Instant now) {
        if (!agent.credential().isEmpty()) {
            return;
        }
        String credential = peer.credential().credential();
        // No hit: another connection was faster, and the next one is checked against it.
        if (store.rebind(agent.id(), "", credential, now)) {
            writer.event(
                    agent.id(),
                    now,
                    "credential_bound",
                    "info",
                    "bound to the credential of this connection",
                    Map.of("credential", credential));
        }
    }

    private static Optional<UUID> token(String credential) {
        if (!credential.startsWith(TOKEN)) {
            return Optional.empty();
        }
        try {
            return Optional.of(UUID.fromString(credential.substring(TOKEN.length())));
        } catch (IllegalArgumentException unknownForm) {
            return Optional.empty();
        }
    }
}
