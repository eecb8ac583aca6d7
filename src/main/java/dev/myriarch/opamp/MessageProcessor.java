package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.assignment.AgentAssigner;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Takes one message of a session through decision, writes, assignment and answer. Thread-safe. */
final class MessageProcessor {
    private static final Logger LOG = System.getLogger("dev.myriarch.opamp");

    /** What a session knows is read again after this time, also when nobody said it changed. */
    static final Duration REFRESH = Duration.ofMinutes(5);

    private static final Duration ASK_AGAIN = Duration.ofSeconds(60);

    private final OpampPorts ports;
    private final AgentStore store;
    private final ChangeWriter writer;
    private final AnswerBuilder answers;
    private final Updaters updaters;
    private final OperatorRequests requests;
    private final ConfigProver prover;
    private final LastSeen lastSeen;
    private final Rivals rivals;

    MessageProcessor(
            OpampPorts ports,
            ChangeWriter writer,
            AnswerBuilder answers,
            Updaters updaters,
            OperatorRequests requests,
            ConfigProver prover,
            LastSeen lastSeen,
            Rivals rivals) {
        this.rivals = rivals;
        this.updaters = updaters;
        this.prover = prover;
        this.requests = requests;
        this.ports = ports;
        this.store = ports.inventory().store();
        this.writer = writer;
        this.answers = answers;
        this.lastSeen = lastSeen;
    }

    /** What updaters have and others do not. */
    record Updaters(UpdaterLinking linking, PackageOffering packages) {}

    /**
     * Processes a message; the caller has the turn. When it fails, the session asks for the full
     * state with its next answer, because the agent does not send what was lost again.
     */
    ServerToAgent process(AgentSession session, AgentMessage message) {
        boolean done = false;
        try {
            ServerToAgent answer = prepareAndAnswer(session, message, ports.clock().instant());
            done = true;
            return answer;
        } finally {
            if (!done) {
                session.state(
                        session.state().withSequence(message.sequence()).withFullStateWanted(true));
            }
        }
    }

    private ServerToAgent prepareAndAnswer(
            AgentSession session, AgentMessage message, Instant now) {
        heard(session, message, now);
        boolean fresh = refreshWhenDue(session, now);
        requests.takeResync(session);
        MessageDecision decision = MessageDecider.decide(session.state(), message, now);
        return answer(session, message, decision, fresh, now);
    }

    /**
     * Processes a message that takes nothing but the session; the caller has the turn. Empty when
     * it takes more: then nothing has happened.
     */
    Optional<ServerToAgent> processNow(AgentSession session, AgentMessage message) {
        Instant now = ports.clock().instant();
        if (isRefreshDue(session, now)) {
            return Optional.empty();
        }
        MessageDecision decision = MessageDecider.decide(session.state(), message, now);
        if (!isQuiet(session, decision, now)) {
            return Optional.empty();
        }
        heard(session, message, now);
        return Optional.of(answer(session, message, decision, false, now));
    }

    /** Whether {@link #answer} asks, writes, publishes and logs nothing. */
    private boolean isQuiet(AgentSession session, MessageDecision decision, Instant now) {
        KnownAgent agent = decision.state().agent();
        return decision.changes().isEmpty()
                && !decision.assign()
                && !session.owesAssignment()
                && !session.owesLink()
                && agent.upkeep().restartRequested().isEmpty()
                && agent.upkeep().resyncRequested().isEmpty()
                && agent.uncompared().isEmpty()
                && answers.owesNothing(decision.state(), now);
    }

    private void heard(AgentSession session, AgentMessage message, Instant now) {
        session.heard(message, now);
        lastSeen.heard(session.id(), now);
    }

    /** What is done here has its condition in {@link #isQuiet}, unless it stays in the session. */
    private ServerToAgent answer(
            AgentSession session,
            AgentMessage message,
            MessageDecision decision,
            boolean fresh,
            Instant now) {
        KnownAgent before = session.state().agent();
        boolean written = writer.write(session.id(), session.peer(), decision.changes(), now);
        session.state(decision.state());
        if (!written) {
            // Deleted by an operator: it registers again as a new agent.
            session.state(session.state().refreshed(Optional.empty(), now));
        }
        if (written && (decision.assign() || owesAssignment(session))) {
            assign(session, now);
            fresh = true;
        }
        if (written) {
            updaters.linking().follow(session, before, now);
        }
        ServerToAgent.Builder answer = session.answer();
        long flags = decision.requestFullState() || !written ? Answers.FULL_STATE : 0;
        answer.setFlags(flags | askForComponents(session, decision.requestComponents(), now));
        if (!message.disconnects()) {
            answers.reconcile(session, fresh, now, answer);
        }
        boolean proven = written && prover.prove(session, now);
        if (!decision.changes().isEmpty() || proven) {
            ports.bus().publish(new BusEvent.AgentStateChanged(List.of(session.id())));
        }
        // A command replaces everything else, so it waits for an answer that says nothing.
        if (Answers.saysSomething(answer)) {
            return answer.build();
        }
        return message.disconnects()
                ? session.heardOnly()
                : requests.takeRestart(session, now).orElseGet(session::heardOnly);
    }

    private static boolean owesAssignment(AgentSession session) {
        return session.owesAssignment() && session.state().agent().stored();
    }

    /**
     * Evaluates the fleet. An agent whose assignment fails stays connected; it is evaluated again
     * with its next message or push, because its description will not be news then.
     */
    private void assign(AgentSession session, Instant now) {
        AgentId id = session.id();
        session.owesAssignment(true);
        Optional<Agent> read = refresh(session, now);
        if (read.isEmpty()) {
            return;
        }
        try {
            Optional<AgentAssigner.Assigned> assigned =
                    ports.inventory().assigner().assign(read.get());
            session.owesAssignment(false);
            if (assigned.isPresent()) {
                session.state(session.state().withAgent(wanted(session, assigned.get())));
                return;
            }
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "agent " + id + ": the assignment failed", e);
        }
        Optional<Agent> _ = refresh(session, now);
    }

    private static KnownAgent wanted(AgentSession session, AgentAssigner.Assigned assigned) {
        return session.state()
                .agent()
                .withWanted(
                        new KnownAgent.Wanted(
                                assigned.fleet(), assigned.desired(), assigned.failed()));
    }

    private boolean refreshWhenDue(AgentSession session, Instant now) {
        if (!isRefreshDue(session, now)) {
            return false;
        }
        Optional<Agent> _ = refresh(session, now);
        return true;
    }

    private static boolean isRefreshDue(AgentSession session, Instant now) {
        return session.isRefreshWanted()
                || !now.isBefore(session.state().refreshedAt().plus(REFRESH));
    }

    /** Answers every wish for it so far; when it fails they stay. */
    private Optional<Agent> refresh(AgentSession session, Instant now) {
        session.refreshBegins();
        boolean done = false;
        try {
            Optional<Agent> agent = readAgain(session, now);
            done = true;
            return agent;
        } finally {
            if (!done) {
                session.wantRefresh();
            }
        }
    }

    /** Reads the stored agent; one that was taken for lost is online again. */
    private Optional<Agent> readAgain(AgentSession session, Instant now) {
        Optional<Agent> agent = store.find(session.id());
        if (agent.isPresent()
                && !agent.get().connection().online()
                && !session.ended()
                && writer.markOnline(session.id(), session.peer(), now)) {
            ports.bus().publish(new BusEvent.AgentStateChanged(List.of(session.id())));
        }
        agent.ifPresent(stored -> rivals.look(session, stored, now));
        session.state(updaters.packages().read(session.state().refreshed(agent, now)));
        return agent;
    }

    /** What was asked for is asked for again, until it comes. */
    private static long askForComponents(AgentSession session, boolean wanted, Instant now) {
        SessionState state = session.state();
        boolean due =
                state.asked()
                        .componentsAt()
                        .map(at -> !now.isBefore(at.plus(ASK_AGAIN)))
                        .orElse(wanted);
        if (!due
                || !Capabilities.has(
                        state.agent().capabilities(), Capabilities.REPORTS_COMPONENTS)) {
            return 0;
        }
        session.state(state.withAsked(state.asked().withComponents(Optional.of(now))));
        return Answers.COMPONENTS;
    }

    /** Reads the agent again and builds what it is owed; empty when that is nothing. */
    Optional<ServerToAgent> push(AgentSession session) {
        Instant now = ports.clock().instant();
        Optional<Agent> _ = refresh(session, now);
        if (owesAssignment(session)) {
            assign(session, now);
        }
        requests.takeResync(session);
        ServerToAgent.Builder answer = session.answer();
        if (session.state().asked().fullStateWanted()) {
            session.state(session.state().withFullStateWanted(false));
            answer.setFlags(Answers.FULL_STATE);
        }
        answers.reconcile(session, true, now, answer);
        return Answers.saysSomething(answer) ? Optional.of(answer.build()) : Optional.empty();
    }

    /** The restart command that the agent is owed, after everything else was sent. */
    Optional<ServerToAgent> command(AgentSession session) {
        return requests.takeRestart(session, ports.clock().instant());
    }

    /** The command did not leave. */
    void commandFailed(AgentSession session) {
        requests.notSent(session, ports.clock().instant());
    }
}
