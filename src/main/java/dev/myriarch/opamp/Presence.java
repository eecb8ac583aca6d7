package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.DisconnectCause;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Stores and tells which agents are connected to this replica, and when they spoke. Thread-safe.
 */
final class Presence {
    private final OpampPorts ports;
    private final String replica;
    private final AgentSessions sessions;
    private final ChangeWriter writer;
    private final AgentStore store;
    private final InstantSource clock;
    private final LastSeen lastSeen = new LastSeen();
    private final ConnectionEvents events;

    Presence(OpampPorts ports, String replica, AgentSessions sessions, ChangeWriter writer) {
        this.ports = ports;
        this.replica = replica;
        this.sessions = sessions;
        this.writer = writer;
        this.store = ports.inventory().store();
        this.clock = ports.clock();
        this.events = new ConnectionEvents(store::addEvent);
    }

    /**
     * Why a connection is over.
     *
     * @param text for people
     * @param details besides the cause
     */
    record Ending(DisconnectCause cause, String text, Map<String, String> details) {
        static Ending of(DisconnectCause cause) {
            return new Ending(
                    cause,
                    cause == DisconnectCause.AGENT ? "disconnected" : "the connection was lost",
                    Map.of());
        }

        /**
         * @param planned the agent said that it stops
         */
        static Ending byAgent(boolean planned) {
            return planned
                    ? new Ending(
                            DisconnectCause.AGENT,
                            "planned stop of the agent",
                            Map.of("planned", "true"))
                    : of(DisconnectCause.AGENT);
        }

        /** We closed it, but no replica stopped: the agent will not come back by itself. */
        static Ending ofToken() {
            return ofCredential("its enrollment token was revoked or has expired");
        }

        /** See {@link #ofToken}. */
        static Ending ofCertificate() {
            return ofCredential("its certificate has expired");
        }

        private static Ending ofCredential(String text) {
            return new Ending(DisconnectCause.NETWORK, text, Map.of("reason", "credential_ended"));
        }

        private AgentEvent event(AgentId id, Instant now) {
            Map<String, String> all = new TreeMap<>(details);
            all.put("cause", cause.text());
            return new AgentEvent(
                    id,
                    now,
                    "disconnected",
                    cause == DisconnectCause.AGENT ? "info" : "warning",
                    text,
                    Value.ofTexts(all));
        }
    }

    LastSeen lastSeen() {
        return lastSeen;
    }

    /** A session of a stored agent began. */
    void connected(AgentSession session, Agent agent) {
        Instant now = clock.instant();
        if (session.peer().transport() == Transport.HTTP && agent.connection().online()) {
            events.inOrder(
                    session.id(), () -> writer.markOnline(session.id(), session.peer(), now));
            return;
        }
        AgentEvent event =
                new AgentEvent(
                        session.id(),
                        now,
                        "connected",
                        "info",
                        "connected over " + session.peer().transport().text(),
                        Value.ofTexts(Map.of("remoteAddress", session.peer().remoteAddress())));
        events.add(
                event,
                written -> {
                    writer.connected(session.id(), session.peer(), written, now);
                    return true;
                });
        publish(List.of(session.id()));
    }

    /** The current session of an agent is over, and is none of the sessions any more. */
    void disconnected(AgentSession session, Ending ending) {
        events.inOrder(session.id(), () -> disconnectedInOrder(session, ending));
    }

    private void disconnectedInOrder(AgentSession session, Ending ending) {
        AgentId id = session.id();
        Instant now = clock.instant();
        Optional<AgentSession> newer = sessions.find(id);
        if (newer.isPresent()) {
            // It took the place between the removal and here, so the agent never was away.
            writer.markOnline(id, newer.get().peer(), now);
            return;
        }
        // One that registers meanwhile waits for us before it tells that it is connected.
        events.add(ending.event(id, now), written -> wentOffline(id, ending, written, now));
    }

    /** False when another replica holds the agent. */
    private boolean wentOffline(AgentId id, Ending ending, List<AgentEvent> written, Instant now) {
        boolean offline =
                lastSeen.write(
                        id,
                        seen -> store.disconnect(id, replica, ending.cause(), seen, written, now));
        if (offline) {
            // One that was new then tells nothing, so its row is set right here.
            sessions.find(id).ifPresent(meanwhile -> writer.markOnline(id, meanwhile.peer(), now));
            publish(List.of(id));
        }
        return offline;
    }

    void publish(List<AgentId> ids) {
        ports.bus().publish(new BusEvent.AgentStateChanged(ids));
    }

    /** Writes what is collected in memory and due. */
    void flush() {
        lastSeen.flush(store);
        events.flush(clock.instant());
    }

    /** Writes everything that is collected in memory. */
    void flushAll() {
        lastSeen.flush(store);
        events.flushAll(clock.instant());
    }
}
