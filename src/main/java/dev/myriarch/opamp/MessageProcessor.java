package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Takes one message of a session through decision, writes, assignment and answer. Thread-safe. */
final class MessageProcessor {
    private static final Duration ASK_AGAIN = Duration.ofSeconds(60);

    private final InstantSource clock;
    private final EventBus bus;
    private final ChangeWriter writer;
    private final LastSeen lastSeen;
    private final SessionRefresh refresh;
    private final Steps steps;

    MessageProcessor(
            OpampPorts ports,
            ChangeWriter writer,
            LastSeen lastSeen,
            SessionRefresh refresh,
            Steps steps) {
        this.clock = ports.clock();
        this.bus = ports.bus();
        this.writer = writer;
        this.lastSeen = lastSeen;
        this.refresh = refresh;
        this.steps = steps;
    }

    /** Who does what after a decision is written, in this order. */
    record Steps(
            FleetEvaluation fleets,
            UpdaterLinking linking,
            AnswerBuilder answers,
            ConfigProver prover,
            OperatorRequests requests) {}

    /**
     * Processes a message; the caller has the turn. When it fails, the session asks for the full
     * state with its next answer, because the agent does not send what was lost again.
     */
    ServerToAgent process(AgentSession session, AgentMessage message) {
        boolean done = false;
        try {
            ServerToAgent answer = prepareAndAnswer(session, message, clock.instant());
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
        boolean fresh = refresh.readWhenDue(session, now);
        steps.requests().takeResync(session);
        MessageDecision decision = MessageDecider.decide(session.state(), message, now);
        return answer(session, message, decision, fresh, now);
    }

    /**
     * Processes a message that takes nothing but the session; the caller has the turn. Empty when
     * it takes more: then nothing has happened.
     */
    Optional<ServerToAgent> processNow(AgentSession session, AgentMessage message) {
        Instant now = clock.instant();
        if (SessionRefresh.isDue(session, now)) {
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
                && !FleetEvaluation.isOwed(session)
                && !session.owesLink()
                && agent.upkeep().restartRequested().isEmpty()
                && agent.upkeep().resyncRequested().isEmpty()
                && agent.uncompared().isEmpty()
                && steps.answers().owesNothing(decision.state(), now);
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
        if (written && (decision.assign() || FleetEvaluation.isOwed(session))) {
            steps.fleets().evaluate(session, now);
            fresh = true;
        }
        if (written) {
            steps.linking().follow(session, before, now);
        }
        ServerToAgent.Builder answer = session.answer();
        long flags = decision.requestFullState() || !written ? Answers.FULL_STATE : 0;
        answer.setFlags(flags | askForComponents(session, decision.requestComponents(), now));
        if (!message.disconnects()) {
            steps.answers().reconcile(session, fresh, now, answer);
        }
        boolean proven = written && steps.prover().prove(session, now);
        if (!decision.changes().isEmpty() || proven) {
            bus.publish(new BusEvent.AgentStateChanged(List.of(session.id())));
        }
        // A command replaces everything else, so it waits for an answer that says nothing.
        if (Answers.saysSomething(answer)) {
            return answer.build();
        }
        return message.disconnects()
                ? session.heardOnly()
                : steps.requests().takeRestart(session, now).orElseGet(session::heardOnly);
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
        Instant now = clock.instant();
        Optional<Agent> _ = refresh.read(session, now);
        if (FleetEvaluation.isOwed(session)) {
            steps.fleets().evaluate(session, now);
        }
        steps.requests().takeResync(session);
        ServerToAgent.Builder answer = session.answer();
        if (session.state().asked().fullStateWanted()) {
            session.state(session.state().withFullStateWanted(false));
            answer.setFlags(Answers.FULL_STATE);
        }
        steps.answers().reconcile(session, true, now, answer);
        return Answers.saysSomething(answer) ? Optional.of(answer.build()) : Optional.empty();
    }

    /** The restart command that the agent is owed, after everything else was sent. */
    Optional<ServerToAgent> command(AgentSession session) {
        return steps.requests().takeRestart(session, clock.instant());
    }

    /** The command did not leave. */
    void commandFailed(AgentSession session) {
        steps.requests().notSent(session, clock.instant());
    }
}
