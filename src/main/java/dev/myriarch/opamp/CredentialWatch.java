package dev.myriarch.opamp;

import dev.myriarch.auth.AgentAuthenticator;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Ends what was let in with a token that is revoked or expired since. A connection is authenticated
 * once and lives for weeks; so the tokens of all of them are looked up again, with one statement,
 * when somebody says that tokens changed and every few seconds. Thread-safe.
 */
final class CredentialWatch {
    private final AgentAuthenticator authenticator;
    private final AgentSessions sessions;
    private final Collection<OpampConnection> connections;
    private final SessionDesk desk;

    CredentialWatch(
            AgentAuthenticator authenticator,
            AgentSessions sessions,
            Collection<OpampConnection> connections,
            SessionDesk desk) {
        this.authenticator = authenticator;
        this.sessions = sessions;
        this.connections = connections;
        this.desk = desk;
    }

    /** Looks once; when the store does not answer, everybody stays until it does. */
    void check() {
        Set<UUID> tokens = new HashSet<>();
        connections.forEach(connection -> token(connection.peer()).ifPresent(tokens::add));
        sessions.all().forEach(session -> token(session.peer()).ifPresent(tokens::add));
        if (tokens.isEmpty()) {
            return;
        }
        Set<UUID> ended = authenticator.ended(tokens);
        if (ended.isEmpty()) {
            return;
        }
        for (OpampConnection connection : connections) {
            if (token(connection.peer()).filter(ended::contains).isPresent()) {
                desk.later(connection::credentialEnded);
            }
        }
        for (AgentSession session : sessions.all()) {
            // The next poll is refused; the sweeper takes the agent offline.
            if (session.channel().isEmpty()
                    && token(session.peer()).filter(ended::contains).isPresent()) {
                sessions.remove(session);
            }
        }
    }

    private static Optional<UUID> token(Peer peer) {
        return peer.credential().token();
    }
}
