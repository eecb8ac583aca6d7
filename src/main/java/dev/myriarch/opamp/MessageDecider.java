package dev.myriarch.opamp;

import dev.myriarch.domain.AgentKind;
import java.time.Duration;
import java.time.Instant;

/** Decides what a message changes. */
final class MessageDecider {
    /** Between two full states that a polling agent is asked for because of gaps. */
    static final Duration GAP_PAUSE = Duration.ofMinutes(5);

    private MessageDecider() {}

    static MessageDecision decide(SessionState state, AgentMessage message, Instant now) {
        boolean fullState = needsFullState(state, message, now);
        SessionState heard = state.withSequence(message.sequence()).withFullStateWanted(false);
        DecisionDraft draft = new DecisionDraft(heard, message, now);
        RestartDecider.giveUp(draft);
        AgentMessage.Report report = message.report();
        report.description().ifPresent(d -> DescriptionDecider.decide(draft, d));
        // Without a row there is nothing to write to; the full state brings everything again.
        if (draft.agent().stored()) {
            DescriptionDecider.capabilities(draft);
            report.health().ifPresent(health -> HealthDecider.decide(draft, health));
            report.effectiveConfig().ifPresent(c -> ConfigDecider.effective(draft, c));
            report.remoteConfig().ifPresent(status -> ConfigDecider.status(draft, status));
            report.components().ifPresent(set -> ComponentsDecider.decide(draft, set));
            report.packages().ifPresent(packages -> PackageDecider.decide(draft, packages));
        }
        return draft.finish(fullState);
    }

    /**
     * A message without description is not enough from an agent that we do not know, nor as the
     * first of a connection: a client that reconnects says next to nothing. A gap means that
     * something was lost, whatever the message holds.
     */
    private static boolean needsFullState(SessionState state, AgentMessage message, Instant now) {
        if (message.disconnects()) {
            return false;
        }
        boolean first = state.lastSequence().isEmpty();
        boolean described = message.report().description().isPresent();
        return state.asked().fullStateWanted()
                || isGap(state, message.sequence(), now)
                || (!described && (first || !state.agent().stored()));
    }

    /**
     * Numbers that a polling agent skips may have gone to another replica, and it repeats what got
     * no answer. So its gaps count once in a while only, unless the numbers go back.
     */
    private static boolean isGap(SessionState state, long sequence, Instant now) {
        if (state.lastSequence().isEmpty()) {
            return false;
        }
        long last = state.lastSequence().getAsLong();
        if (sequence == last + 1) {
            return false;
        }
        if (state.transport() == Transport.WEBSOCKET || Long.compareUnsigned(sequence, last) < 0) {
            return true;
        }
        return sequence != last
                && state.asked()
                        .fullStateAt()
                        .map(at -> !now.isBefore(at.plus(GAP_PAUSE)))
                        .orElse(true);
    }

    /** Whether a fleet is looked for. */
    static boolean isAssigned(AgentKind kind) {
        return switch (kind) {
            case COLLECTOR, BRIDGE -> true;
            case UPDATER, UNKNOWN -> false;
        };
    }
}
