package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.assignment.AgentAssigner;
import dev.myriarch.base.FailureLog;
import java.time.Instant;
import java.util.Optional;

/**
 * Evaluates the fleets of agents. One whose evaluation fails stays connected; it is evaluated again
 * with its next message or push, because its description will not be news then. The callers have
 * the turn. Thread-safe.
 */
final class FleetEvaluation {
    private final AgentAssigner assigner;
    private final SessionRefresh refresh;
    private final FailureLog failures;

    FleetEvaluation(AgentAssigner assigner, SessionRefresh refresh, FailureLog failures) {
        this.failures = failures;
        this.assigner = assigner;
        this.refresh = refresh;
    }

    /** Also after one that failed, or that nobody was there for. */
    static boolean isOwed(AgentSession session) {
        return session.owesAssignment() && session.state().agent().stored();
    }

    /** The session knows afterwards what is wanted of its agent. */
    void evaluate(AgentSession session, Instant now) {
        session.owesAssignment(true);
        Optional<Agent> read = refresh.read(session, now);
        if (read.isEmpty()) {
            return;
        }
        try {
            Optional<AgentAssigner.Assigned> assigned = assigner.assign(read.get());
            session.owesAssignment(false);
            if (assigned.isPresent()) {
                session.state(session.state().withAgent(wanted(session, assigned.get())));
                return;
            }
        } catch (RuntimeException e) {
            failures.warn("agent " + session.id(), "the assignment failed", e);
        }
        Optional<Agent> _ = refresh.read(session, now);
    }

    private static KnownAgent wanted(AgentSession session, AgentAssigner.Assigned assigned) {
        return session.state()
                .agent()
                .withWanted(
                        new KnownAgent.Wanted(
                                assigned.fleet(), assigned.desired(), assigned.failed()));
    }
}
