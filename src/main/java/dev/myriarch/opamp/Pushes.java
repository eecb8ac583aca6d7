package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.base.FailureLog;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;

/** Sends agents what they are owed without being asked. Thread-safe. */
final class Pushes {
    private static final Logger LOG = System.getLogger("dev.myriarch.opamp");

    /** They are read and written in groups, which take few connections however many they are. */
    static final int AT_ONCE = 64;

    private final ExecutorService threads;
    private final AgentStore store;
    private final AgentSessions sessions;
    private final MessageProcessor processor;
    private final OpampMetrics metrics;
    private final FailureLog failures;
    private final PushLine line = new PushLine(AT_ONCE);

    /** Sessions that are owed a push; at most as many as there are. */
    private final Set<AgentSession> owed = ConcurrentHashMap.newKeySet();

    private volatile boolean stopping;

    Pushes(
            OpampPorts ports,
            AgentSessions sessions,
            MessageProcessor processor,
            OpampMetrics metrics,
            FailureLog failures) {
        this.failures = failures;
        this.threads = ports.pushes();
        this.store = ports.inventory().store();
        this.sessions = sessions;
        this.processor = processor;
        this.metrics = metrics;
    }

    /** On a thread of its own, because a peer that takes nothing holds whoever sends to it. */
    void later(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException stopped) {
            LOG.log(Level.DEBUG, "the server stops; nothing is sent any more");
        }
    }

    /** Sends what the agent is owed; for agents that poll, the next poll brings it. */
    void push(AgentSession session) {
        line.enter(session.turn);
        try {
            Optional<ServerToAgent> message = prepare(session);
            if (stopping || !isReachable(session)) {
                return;
            }
            Channel channel = session.channel().orElseThrow();
            if (message.isPresent()) {
                channel.send(message.get());
                metrics.pushed();
            }
            command(session, channel);
        } catch (IOException gone) {
            LOG.log(Level.DEBUG, "agent {0}: a push did not arrive", session.id());
        } catch (RuntimeException e) {
            session.wantRefresh();
            owe(session);
            failures.warn("agent " + session.id(), "a push failed", e);
        } finally {
            session.turn.unlock();
        }
    }

    /** The part of a push that asks the database; gives the place in the line back. */
    private Optional<ServerToAgent> prepare(AgentSession session) {
        try {
            session.pushBegins();
            owed.remove(session);
            return stopping || !isReachable(session) ? Optional.empty() : processor.push(session);
        } finally {
            line.leave();
        }
    }

    private boolean isReachable(AgentSession session) {
        return !session.ended() && sessions.isCurrent(session) && session.channel().isPresent();
    }

    private void command(AgentSession session, Channel channel) throws IOException {
        Optional<ServerToAgent> command = processor.command(session);
        if (command.isEmpty()) {
            return;
        }
        boolean sent = false;
        try {
            channel.send(command.get());
            sent = true;
        } finally {
            if (!sent) {
                processor.commandFailed(session);
            }
        }
        metrics.pushed();
    }

    /** What could not be done now is done with the next message of the session, or before. */
    void owe(AgentSession session) {
        if (session.channel().isPresent()) {
            owed.add(session);
        }
    }

    /** The session is over. */
    void forget(AgentSession session) {
        owed.remove(session);
    }

    /**
     * Sessions that are owed a push because the last try, or a message, failed: those that {@link
     * #owe} found since the last call.
     *
     * @throws dev.myriarch.db.DatabaseException while the database does not answer; they stay owed
     */
    List<AgentSession> takeOwed() {
        List<AgentSession> taken = List.copyOf(owed);
        if (!taken.isEmpty()) {
            // One question instead of thousands of pushes that fail.
            Optional<Agent> _ = store.find(taken.getFirst().id());
            taken.forEach(owed::remove);
        }
        return taken;
    }

    /** Pushes that wait for the database. */
    int waiting() {
        return line.waiting();
    }

    /** From now on nothing is pushed. */
    void stop() {
        stopping = true;
    }
}
