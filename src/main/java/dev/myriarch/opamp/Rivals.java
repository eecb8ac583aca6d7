package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.domain.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Tells two machines with one instance UID on two replicas from one machine that went from one to
 * the other. Nobody displaces the connection on the other replica, so both of them go on speaking.
 * A machine that moved is silent on its older connection, but for what was on its way: that comes
 * at once or in one burst. So an agent has to speak twice, each time well after what was before.
 * The older connection keeps the agent; the newer one gets a UID of its own. Who is older is in the
 * database, so both replicas answer alike, however their clocks differ.
 *
 * <p>An agent that polls may go round the replicas, so that it speaks here and there proves
 * nothing. But then messages are missing here, those that the other replica got. Where numbers
 * follow each other without a gap, from before the other replica heard the agent until after that,
 * there are two machines. So a replica whose polls have no gap says that it hears the agent, and
 * the other one looks at its own. Thread-safe.
 */
final class Rivals {
    /** What was on its way when the agent moved is here by then. */
    static final Duration GRACE = Duration.ofSeconds(15);

    private static final String CONTESTED =
            "two machines under one host name use this instance UID on two replicas at the same"
                    + " time; the newer one gets its own";

    private final AgentStore store;
    private final EventBus bus;
    private final Conflicts conflicts;
    private final String replica;

    Rivals(AgentStore store, EventBus bus, Conflicts conflicts, String replica) {
        this.store = store;
        this.bus = bus;
        this.conflicts = conflicts;
        this.replica = replica;
    }

    /** A session begins here; the agent may still speak where it was before. */
    void moved(Agent stored) {
        if (isElsewhere(stored)) {
            bus.publish(new BusEvent.AgentMoved(stored.id(), replica));
        }
    }

    /** A session of this replica may have a rival on {@code other}. */
    void movedTo(AgentSession session, String other, Instant now) {
        if (!other.equals(replica)) {
            session.rivalAppeared(now, true);
        }
    }

    /** Looks at a fresh read of the agent, because events get lost. */
    void look(AgentSession session, Agent stored, Instant now) {
        if (isRival(session, stored)
                && (!bothPoll(session, stored)
                        || isOver(session.heard().unbroken(), session.heard().at()))) {
            session.rivalAppeared(now, false);
        }
    }

    /** Whether the agent is connected to another replica. Asks the database. */
    boolean isHeldElsewhere(AgentId id) {
        return store.find(id).filter(this::isElsewhere).isPresent();
    }

    /**
     * Whether a message comes from another machine than the one that the agent belongs to. Only
     * with the turn of the session; asks the database while there is a doubt.
     */
    boolean isClone(AgentSession session, Peer peer, AgentMessage message, Instant now) {
        Optional<AgentSession.Rival> rival = session.rival();
        if (rival.isEmpty() || !isOver(rival.get().since(), now)) {
            return false;
        }
        if (rival.get().spoke().isEmpty()) {
            session.rival(
                    Optional.of(
                            new AgentSession.Rival(
                                    rival.get().since(), Optional.of(now), rival.get().told())));
            return false;
        }
        if (!isOver(rival.get().spoke().get(), now)) {
            return false;
        }
        Optional<Agent> stored = store.find(session.id());
        boolean clone =
                stored.isPresent()
                        && (bothPoll(session, stored.get())
                                ? isPollingClone(session, rival.get(), stored.get(), message, now)
                                : isRival(session, stored.get())
                                        && isNewer(session, stored.get(), now));
        if (clone) {
            conflicts.add(session.id(), peer, CONTESTED, now);
        } else {
            session.rival(Optional.empty());
        }
        return clone;
    }

    /** Tells the other replica that the agent is heard here, unless it has to be a clone. */
    private boolean isPollingClone(
            AgentSession session,
            AgentSession.Rival rival,
            Agent stored,
            AgentMessage message,
            Instant now) {
        AgentSession.Heard heard = session.heard();
        if (session.peer().credential().multiplex()
                || !heard.isFollowedBy(message)
                || heard.unbroken().isAfter(rival.since())) {
            return false;
        }
        if (!isElsewhere(stored)) {
            bus.publish(new BusEvent.AgentMoved(session.id(), replica));
            return false;
        }
        if (!isNewer(session, stored, now)) {
            return false;
        }
        if (!rival.told() || !isOver(heard.unbroken(), rival.since())) {
            // Whoever hears it there answers; what is told too early is asked for again.
            bus.publish(new BusEvent.AgentMoved(session.id(), replica));
            return false;
        }
        // The next one has the number after this one, also when its answer did not arrive.
        session.heard(message, now);
        return true;
    }

    /** The older one takes back what the newer one had. */
    private boolean isNewer(AgentSession session, Agent stored, Instant now) {
        boolean older =
                stored.connection()
                        .connectedAt()
                        .filter(at -> at.isAfter(session.since()))
                        .isPresent();
        if (!older) {
            return true;
        }
        if (store.takeBack(
                session.id(),
                replica,
                session.peer().transport().text(),
                session.peer().remoteAddress(),
                session.since(),
                now)) {
            bus.publish(new BusEvent.AgentMoved(session.id(), replica));
            bus.publish(new BusEvent.AgentStateChanged(List.of(session.id())));
            // What is stored may be what the other machine said.
            session.wantRefresh();
            session.state(session.state().withFullStateWanted(true));
        }
        return false;
    }

    /** A gateway speaks for whoever stands behind it. */
    private boolean isRival(AgentSession session, Agent stored) {
        return isElsewhere(stored) && !session.peer().credential().multiplex();
    }

    private static boolean bothPoll(AgentSession session, Agent stored) {
        return session.peer().transport() == Transport.HTTP
                && stored.connection().transport().equals(Optional.of(Transport.HTTP.text()));
    }

    private boolean isElsewhere(Agent stored) {
        return stored.connection().online()
                && stored.connection()
                        .replica()
                        .filter(other -> !other.equals(replica))
                        .isPresent();
    }

    private static boolean isOver(Instant since, Instant now) {
        return !now.isBefore(since.plus(GRACE));
    }
}
