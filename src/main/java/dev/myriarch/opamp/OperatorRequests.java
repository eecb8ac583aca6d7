package dev.myriarch.opamp;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.opamp.proto.CommandType;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.opamp.proto.ServerToAgentCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Hands on what operators asked of agents. A wish is stored; the session that takes it out of the
 * store carries it out, so that it happens once, whichever replica the agent speaks with.
 * Thread-safe.
 */
final class OperatorRequests {
    /** An agent that comes back later than this is not restarted any more. */
    static final Duration EXPIRY = Duration.ofMinutes(5);

    private final AgentStore store;
    private final ChangeWriter writer;
    private final Consumer<AgentId> changed;
    private final OpampMetrics metrics;

    /**
     * @param changed told whose stored wishes, or events, changed
     */
    OperatorRequests(
            AgentStore store,
            ChangeWriter writer,
            Consumer<AgentId> changed,
            OpampMetrics metrics) {
        this.changed = changed;
        this.store = store;
        this.writer = writer;
        this.metrics = metrics;
    }

    /** The session asks for the full state with its next message. The caller has the turn. */
    void takeResync(AgentSession session) {
        SessionState state = session.state();
        Optional<Instant> requested = state.agent().upkeep().resyncRequested();
        if (requested.isEmpty()) {
            return;
        }
        boolean taken = store.takeResync(session.id(), requested.get());
        session.state(
                state.withAgent(state.agent().withoutResync())
                        .withFullStateWanted(taken || state.asked().fullStateWanted()));
        if (taken) {
            changed.accept(session.id());
        }
    }

    /**
     * The restart command, when one is due. It is a message of its own, because an agent ignores
     * everything beside a command. The caller has the turn.
     */
    Optional<ServerToAgent> takeRestart(AgentSession session, Instant now) {
        KnownAgent agent = session.state().agent();
        Optional<Instant> requested = agent.upkeep().restartRequested();
        if (requested.isEmpty()) {
            return Optional.empty();
        }
        boolean taken = store.takeRestart(session.id(), requested.get());
        session.state(session.state().withAgent(agent.withoutRestart()));
        if (!taken) {
            return Optional.empty();
        }
        Optional<ServerToAgent> command = carryOut(session, requested.get(), now);
        changed.accept(session.id());
        return command;
    }

    private Optional<ServerToAgent> carryOut(AgentSession session, Instant requested, Instant now) {
        if (!now.isBefore(requested.plus(EXPIRY))) {
            store.addEvent(expired(session.id(), now));
            return Optional.empty();
        }
        Optional<String> obstacle = obstacle(session.state().agent());
        if (obstacle.isPresent()) {
            refuse(session, obstacle.get(), now);
            return Optional.empty();
        }
        session.state(session.state().withRestart(Optional.of(RestartWatch.sent(now))));
        writer.event(
                session.id(), now, "restart_sent", "info", "sent the restart command", Map.of());
        metrics.restarted("sent");
        return Optional.of(command(session.id()));
    }

    /** It may have changed since somebody asked, or an older release may have let it pass. */
    private static Optional<String> obstacle(KnownAgent agent) {
        if (agent.kind() == AgentKind.BRIDGE) {
            return Optional.of("a Bridge speaks for many collectors");
        }
        return Capabilities.has(agent.capabilities(), Capabilities.ACCEPTS_RESTART)
                ? Optional.empty()
                : Optional.of("the agent does not accept the command any more");
    }

    private void refuse(AgentSession session, String reason, Instant now) {
        boolean bridge = session.state().agent().kind() == AgentKind.BRIDGE;
        Map<String, String> details = Map.of("action", "restart", "reason", reason);
        if (bridge) {
            writer.refused(session.id(), now, "system", "agent.bridge_held_back", details);
        }
        writer.event(
                session.id(),
                now,
                bridge ? "bridge_locked" : "restart_failed",
                "warning",
                "held back the restart: " + reason,
                details);
        metrics.restarted("refused");
    }

    /** The connection broke while the command was on its way. */
    void notSent(AgentSession session, Instant now) {
        session.state(session.state().withRestart(Optional.empty()));
        writer.event(
                session.id(),
                now,
                "restart_failed",
                "warning",
                "the connection broke before the restart command was sent",
                Map.of());
        changed.accept(session.id());
    }

    /** Leader: forgets restarts of agents that did not come; returns whose they were. */
    List<AgentId> expire(Instant now) {
        List<AgentId> late = store.takeOldRestarts(now.minus(EXPIRY));
        late.forEach(id -> store.addEvent(expired(id, now)));
        return late;
    }

    private AgentEvent expired(AgentId id, Instant now) {
        metrics.restarted("expired");
        return new AgentEvent(
                id,
                now,
                "restart_expired",
                "warning",
                "the restart was not sent within %d minutes and is given up"
                        .formatted(EXPIRY.toMinutes()),
                Value.emptyMapping());
    }

    private static ServerToAgent command(AgentId id) {
        return Answers.to(id)
                .setCommand(
                        ServerToAgentCommand.newBuilder().setType(CommandType.CommandType_Restart))
                .build();
    }
}
