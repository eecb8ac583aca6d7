package dev.myriarch.opamp;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.base.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A decision about a message while it is made. Each kind of report has a decider that reads the
 * session here, adds changes and leaves the session as it will be. Confined to one decision.
 */
final class DecisionDraft {
    private final AgentMessage message;
    private final Instant now;
    private final List<Change> changes = new ArrayList<>();
    private SessionState state;
    private boolean assign;
    private boolean requestComponents;

    DecisionDraft(SessionState state, AgentMessage message, Instant now) {
        this.state = state;
        this.message = message;
        this.now = now;
    }

    AgentMessage message() {
        return message;
    }

    Instant now() {
        return now;
    }

    /** The session as far as it is decided. */
    SessionState state() {
        return state;
    }

    void state(SessionState next) {
        state = next;
    }

    /** What is known of the agent as far as it is decided. */
    KnownAgent agent() {
        return state.agent();
    }

    void agent(KnownAgent next) {
        state = state.withAgent(next);
    }

    void contents(KnownAgent.Contents next) {
        agent(agent().withContents(next));
    }

    void add(Change change) {
        changes.add(change);
    }

    void event(String type, String severity, String text, Map<String, String> details) {
        add(
                new Change.AddEvent(
                        new AgentEvent(
                                state.id(),
                                now,
                                type,
                                severity,
                                AttributeText.cut(text),
                                Value.ofTexts(details))));
    }

    /** The fleet is to be evaluated, if the agent has one. */
    void assign() {
        assign = MessageDecider.isAssigned(agent().kind());
    }

    /** The agent has a component set that is not stored. */
    void requestComponents() {
        requestComponents = true;
    }

    /**
     * @param fullState the answer asks for everything, whatever was found meanwhile
     */
    MessageDecision finish(boolean fullState) {
        Asked asked = state.asked();
        boolean wanted = fullState || asked.fullStateWanted();
        return new MessageDecision(
                wanted ? state.withAsked(asked.withFullState(now)) : state,
                changes,
                assign,
                wanted,
                requestComponents);
    }
}
