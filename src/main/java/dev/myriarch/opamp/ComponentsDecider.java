package dev.myriarch.opamp;

import dev.myriarch.opamp.AgentMessage.ComponentsReport;
import java.util.Optional;

/**
 * Decides what a component set changes. An agent names its set first and sends it when it is asked.
 * The name is compared with what this agent said before and with nothing else, because it says
 * nothing about the content.
 */
final class ComponentsDecider {
    private ComponentsDecider() {}

    static void decide(DecisionDraft draft, ComponentsReport report) {
        KnownAgent.Contents contents = draft.agent().contents();
        boolean stored = contents.components().filter(report.hash()::equals).isPresent();
        if (!stored && report.components().isEmpty()) {
            draft.requestComponents();
            return;
        }
        SessionState state = draft.state();
        draft.state(state.withAsked(state.asked().withComponents(Optional.empty())));
        if (stored) {
            return;
        }
        draft.add(new Change.PutComponents(report.hash(), report.components().orElseThrow()));
        draft.contents(contents.withComponents(report.hash()));
        // The description, and with it the first assignment, came before the components.
        draft.assign();
    }
}
