package dev.myriarch.opamp;

import dev.myriarch.auth.AgentAuthenticator;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Ends what was let in with a token that is revoked or expired since, or with a certificate whose
 * time is over. A connection is authenticated once and lives for weeks; so the tokens of all of
 * them are looked up again, with one statement, when somebody says that tokens changed and every
 * few seconds. Thread-safe.
 */
final class CredentialWatch {
    private final AgentAuthenticator authenticator;
    private final AgentSessions sessions;
    private final Collection<OpampConnection> connections;
    private final SessionDesk desk;
    private final InstantSource clock;

    CredentialWatch(
            AgentAuthenticator authenticator,
            AgentSessions sessions,
            Collection<OpampConnection> connections,
            SessionDesk desk,
            InstantSource clock) {
        this.authenticator = authenticator;
        this.sessions = sessions;
        this.connections = connections;
        this.desk = desk;
        this.clock = clock;
    }

    /** Looks once; when the store does not answer, those with a token stay until it does. */
    void check() {
        Instant now = clock.instant();
        end(
                peer -> peer.certificateUntil().filter(now::isAfter).isPresent(),
                Presence.Ending.ofCertificate());
        Set<UUID> tokens = new HashSet<>();
        connections.forEach(connection -> token(connection.peer()).ifPresent(tokens::add));
        sessions.all().forEach(session -> token(session.peer()).ifPresent(tokens::add));
        if (tokens.isEmpty()) {
            return;
        }
        Set<UUID> ended = authenticator.ended(tokens);
        if (!ended.isEmpty()) {
            end(peer -> token(peer).filter(ended::contains).isPresent(), Presence.Ending.ofToken());
        }
    }

    private void end(Predicate<Peer> whose, Presence.Ending ending) {
        for (OpampConnection connection : connections) {
            if (whose.test(connection.peer())) {
                desk.pushes().later(() -> connection.credentialEnded(ending));
            }
        }
        for (AgentSession session : sessions.all()) {
            // The next poll is refused; the sweeper takes the agent offline.
            if (session.channel().isEmpty() && whose.test(session.peer())) {
                sessions.remove(session);
            }
        }
    }

    private static Optional<UUID> token(Peer peer) {
        return peer.credential().token();
    }
}
