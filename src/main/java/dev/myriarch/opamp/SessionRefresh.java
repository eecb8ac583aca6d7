package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads the stored agents of sessions again. The callers have the turn. Thread-safe. */
final class SessionRefresh {
    /** What a session knows is read again after this time, also when nobody said it changed. */
    static final Duration EVERY = Duration.ofMinutes(5);

    private final AgentStore store;
    private final ChangeWriter writer;
    private final EventBus bus;
    private final Rivals rivals;
    private final PackageOffering packages;

    SessionRefresh(
            AgentStore store,
            ChangeWriter writer,
            EventBus bus,
            Rivals rivals,
            PackageOffering packages) {
        this.store = store;
        this.writer = writer;
        this.bus = bus;
        this.rivals = rivals;
        this.packages = packages;
    }

    static boolean isDue(AgentSession session, Instant now) {
        return session.isRefreshWanted()
                || !now.isBefore(session.state().refreshedAt().plus(EVERY));
    }

    /** True when it was due, and is done. */
    boolean readWhenDue(AgentSession session, Instant now) {
        if (!isDue(session, now)) {
            return false;
        }
        Optional<Agent> _ = read(session, now);
        return true;
    }

    /** Answers every wish for it so far; when it fails they stay. Empty when the row is gone. */
    Optional<Agent> read(AgentSession session, Instant now) {
        session.refreshBegins();
        boolean done = false;
        try {
            Optional<Agent> agent = readStored(session, now);
            done = true;
            return agent;
        } finally {
            if (!done) {
                session.wantRefresh();
            }
        }
    }

    /** One that was taken for lost is online again. */
    private Optional<Agent> readStored(AgentSession session, Instant now) {
        Optional<Agent> agent = store.find(session.id());
        if (agent.isPresent()
                && !agent.get().connection().online()
                && !session.ended()
                && writer.markOnline(session.id(), session.peer(), now)) {
            bus.publish(new BusEvent.AgentStateChanged(List.of(session.id())));
        }
        agent.ifPresent(stored -> rivals.look(session, stored, now));
        session.state(packages.read(session.state().refreshed(agent, now)));
        return agent;
    }
}
