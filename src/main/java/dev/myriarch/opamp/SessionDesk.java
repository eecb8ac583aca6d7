package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.base.FailureLog;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Opens, uses and ends sessions. Thread-safe. */
final class SessionDesk {
    private static final Logger LOG = System.getLogger("dev.myriarch.opamp");

    /** Policy violation (RFC 6455 section 7.4.1). */
    static final int CLOSE_POLICY = 1008;

    private static final String FLAPPING =
            "two machines under one host name use this instance UID at the same time; the newer"
                    + " one gets its own";

    private static final String POLLING =
            "two machines under one host name poll with this instance UID; the one that counts"
                    + " lower gets its own";

    private final OpampPorts ports;
    private final AgentStore store;
    private final AgentSessions sessions;
    private final ChangeWriter writer;
    private final MessageProcessor processor;
    private final Pushes pushes;
    private final Rebinding rebinding;
    private final OperatorRequests requests;
    private final Presence presence;
    private final PackageOffering packages;
    private final Displacements displacements = new Displacements();
    private final Conflicts conflicts;
    private final Rivals rivals;
    private final Duration mostForOlder;
    private final FailureLog failures;
    private volatile boolean stopping;

    SessionDesk(
            OpampPorts ports,
            OpampSettings settings,
            AgentSessions sessions,
            OpampMetrics metrics) {
        this.ports = ports;
        this.store = ports.inventory().store();
        this.sessions = sessions;
        this.writer = new ChangeWriter(store, ports.inventory().audit(), settings.replica());
        this.failures = new FailureLog(LOG, ports.clock());
        this.mostForOlder = settings.sendTimeout();
        this.presence = new Presence(ports, settings.replica(), sessions, writer);
        this.conflicts = new Conflicts(store, writer);
        this.rivals = new Rivals(store, ports.bus(), conflicts, settings.replica());
        this.rebinding = new Rebinding(ports.authenticator(), store, writer, settings.rebind());
        this.requests =
                new OperatorRequests(store, writer, id -> presence.publish(List.of(id)), metrics);
        this.packages = new PackageOffering(ports.inventory().packages(), store, writer, metrics);
        OpampPorts.Inventory inventory =
                ports.inventory().with(new RenderedBodies(ports.inventory().rendered()));
        SessionRefresh refresh = new SessionRefresh(store, writer, ports.bus(), rivals, packages);
        this.processor =
                new MessageProcessor(
                        ports,
                        writer,
                        presence.lastSeen(),
                        refresh,
                        new MessageProcessor.Steps(
                                new FleetEvaluation(inventory.assigner(), refresh, failures),
                                new UpdaterLinking(
                                        store, inventory.links(), writer, ports.bus(), failures),
                                new AnswerBuilder(
                                        inventory,
                                        writer,
                                        packages,
                                        settings.staleApplyingAfter(),
                                        metrics),
                                new ConfigProver(inventory, ports.redactor(), writer, metrics),
                                requests));
        this.pushes = new Pushes(ports, sessions, processor, metrics, failures);
    }

    FailureLog failures() {
        return failures;
    }

    Pushes pushes() {
        return pushes;
    }

    /** What came of the first message of an agent on a connection. */
    sealed interface Opening {
        record Opened(AgentSession session) implements Opening {}

        /**
         * @param flapping nothing but the connections themselves tells the two machines apart
         */
        record Clone(boolean flapping) implements Opening {}

        record Foreign() implements Opening {}

        record Full() implements Opening {}
    }

    /** What came of a message. */
    sealed interface Processed {
        record Answered(ServerToAgent answer) implements Processed {}

        record Clone() implements Processed {}

        /** A newer connection speaks for the agent now. */
        record Replaced() implements Processed {}
    }

    Opening open(Peer peer, Optional<Channel> channel, AgentMessage message) {
        Optional<AgentSession> pooled = pooled(peer, message.id());
        if (pooled.isPresent()) {
            return new Opening.Opened(pooled.get());
        }
        Instant now = ports.clock().instant();
        Optional<Agent> stored = store.find(message.id());
        if (IdentityRules.ofCredential(
                                stored.map(Agent::credential), peer.credential().credential())
                        instanceof IdentityRules.Claim.Foreign
                && !rebinding.rebinds(stored.orElseThrow(), peer, now)) {
            conflicts.add(message.id(), peer, "another credential claims this agent", now);
            return new Opening.Foreign();
        }
        Optional<String> rival =
                stored.filter(agent -> agent.connection().online())
                        .map(agent -> agent.description().hostName());
        if (IdentityRules.ofHost(rival, message) instanceof IdentityRules.Claim.Clone clone) {
            conflicts.add(message.id(), peer, cloneText(clone), now);
            return new Opening.Clone(false);
        }
        if (isFlapping(peer, channel, message, now)) {
            conflicts.add(message.id(), peer, FLAPPING, now);
            return new Opening.Clone(true);
        }
        stored.ifPresent(agent -> rebinding.bindReleased(agent, peer, now));
        AgentSession session =
                new AgentSession(
                        peer,
                        channel,
                        rival,
                        packages.read(
                                SessionState.start(message.id(), peer.transport(), stored, now)));
        session.owesLink(stored.filter(agent -> UpdaterLinking.isOwed(agent, peer)).isPresent());
        return switch (sessions.register(session)) {
            case AgentSessions.Registration.Full _ -> new Opening.Full();
            case AgentSessions.Registration.Registered(var replaced) -> {
                replaced.ifPresent(older -> {
                    dismiss(older);
                    outlast(older);
                    session.wantRefresh();
                });
                announce(session, stored);
                yield new Opening.Opened(session);
            }
        };
    }

    /** Whether the connection would displace another one that displaced it before. */
    private boolean isFlapping(
            Peer peer, Optional<Channel> channel, AgentMessage message, Instant now) {
        return channel.isPresent()
                && !peer.credential().multiplex()
                && sessions.find(message.id())
                        .filter(older -> older.channel().isPresent())
                        .filter(older -> !older.peer().credential().multiplex())
                        .filter(older -> displacements.isClone(older, message, now))
                        .isPresent();
    }

    private void announce(AgentSession session, Optional<Agent> stored) {
        boolean done = false;
        try {
            stored.ifPresent(agent -> {
                presence.connected(session, agent);
                rivals.moved(agent);
            });
            done = true;
        } finally {
            if (!done) {
                sessions.remove(session);
            }
        }
    }

    /** Polls of one agent with one credential share a session, whatever connection they use. */
    private Optional<AgentSession> pooled(Peer peer, AgentId id) {
        return sessions.find(id)
                .filter(session ->
                        peer.transport() == Transport.HTTP
                                && session.peer().transport() == Transport.HTTP
                                && session.peer()
                                        .credential()
                                        .credential()
                                        .equals(peer.credential().credential()));
    }

    /** The connection of a gateway stays, for the other agents on it. */
    private void dismiss(AgentSession older) {
        older.channel()
                .filter(_ -> !older.peer().credential().multiplex())
                .ifPresent(channel ->
                        pushes.later(
                                () -> channel.close(CLOSE_POLICY, "a newer connection took over")));
    }

    /**
     * Waits until nothing more is written for {@code older}, which may be in the middle of a
     * message. What was read of the agent before that may miss it, and the newer connection would
     * take for stored what is not.
     */
    private void outlast(AgentSession older) {
        try {
            if (older.turn.tryLock(mostForOlder.toNanos(), TimeUnit.NANOSECONDS)) {
                older.turn.unlock();
            } else {
                LOG.log(Level.WARNING, "agent " + older.id() + ": its connection before is busy");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether a connection speaks for the agent, here or on another replica. */
    boolean isHeld(AgentId id) {
        return sessions.find(id).isPresent() || rivals.isHeldElsewhere(id);
    }

    /** An agent that another replica held is connected to {@code replica} now. */
    void moved(AgentId id, String replica) {
        sessions.find(id)
                .ifPresent(session -> rivals.movedTo(session, replica, ports.clock().instant()));
    }

    /**
     * @param peer who sent this very message; polls of one session may come from several
     */
    Processed process(AgentSession session, Peer peer, AgentMessage message) {
        session.turn.lock();
        try {
            if (session.ended() || !sessions.isCurrent(session)) {
                return new Processed.Replaced();
            }
            if (IdentityRules.ofHost(rivalHost(session, peer), message)
                    instanceof IdentityRules.Claim.Clone clone) {
                conflicts.add(session.id(), peer, cloneText(clone), ports.clock().instant());
                return new Processed.Clone();
            }
            Instant now = ports.clock().instant();
            if (rivals.isClone(session, peer, message, now)) {
                return new Processed.Clone();
            }
            if (session.channel().isEmpty()
                    && displacements.isPollingClone(session, message, now)) {
                conflicts.add(session.id(), peer, POLLING, now);
                return new Processed.Clone();
            }
            return answer(session, message);
        } finally {
            session.turn.unlock();
        }
    }

    /**
     * An agent may have nothing more to say for a long time, so what failed is not left to its next
     * message.
     */
    private Processed answer(AgentSession session, AgentMessage message) {
        boolean done = false;
        try {
            ServerToAgent answer = processor.process(session, message);
            done = !FleetEvaluation.isOwed(session);
            return new Processed.Answered(answer);
        } finally {
            if (!done) {
                pushes.owe(session);
            }
        }
    }

    /**
     * Like {@link #process}, for a heartbeat, when it takes nothing but the session; on a thread
     * that must not wait; the answer is framed. Empty when nothing has happened.
     */
    Optional<byte[]> processNow(AgentSession session, AgentMessage heartbeat) {
        // Who polls, or has a rival, is looked at more closely.
        if (session.channel().isEmpty() || session.rival().isPresent() || !session.turn.tryLock()) {
            return Optional.empty();
        }
        try {
            return session.ended() || !sessions.isCurrent(session)
                    ? Optional.empty()
                    : processor.processNow(session, heartbeat).map(session::framed);
        } finally {
            session.turn.unlock();
        }
    }

    /** Polls from two addresses under one UID may come from two machines. */
    private static Optional<String> rivalHost(AgentSession session, Peer peer) {
        return session.peer().remoteAddress().equals(peer.remoteAddress())
                ? session.rivalHost()
                : Optional.of(session.state().agent().description().hostName());
    }

    /** Leader: forgets requests and conflicts that are old; returns whose they were. */
    List<AgentId> expire() {
        Instant now = ports.clock().instant();
        List<AgentId> changed = new ArrayList<>(requests.expire(now));
        changed.addAll(conflicts.expire(now));
        return changed;
    }

    /** The connection of the agent is over. Only the current session takes it offline. */
    void end(AgentSession session, Presence.Ending ending) {
        session.turn.lock();
        try {
            pushes.forget(session);
            if (!session.end() || !sessions.remove(session)) {
                return;
            }
            // At a planned stop all agents of the replica go offline in one statement.
            if (!stopping) {
                presence.disconnected(session, ending);
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "agent " + session.id() + ": could not be marked offline", e);
        } finally {
            session.turn.unlock();
        }
    }

    /** The session belongs to a clone: the original may come back under its UID. */
    void giveUp(AgentSession session) {
        end(session, Presence.Ending.of(DisconnectCause.NETWORK));
    }

    private static String cloneText(IdentityRules.Claim.Clone clone) {
        return "host %s claims the instance UID of %s, which is online; it gets its own"
                .formatted(clone.host(), clone.originalHost());
    }

    /** Writes what is collected in memory and due. */
    void flush() {
        presence.flush();
    }

    /** Writes everything that is collected in memory. */
    void flushAll() {
        presence.flushAll();
    }

    /** From now on the end of a session writes nothing. */
    void stop() {
        stopping = true;
        pushes.stop();
    }

    void publish(List<AgentId> ids) {
        presence.publish(ids);
    }
}
