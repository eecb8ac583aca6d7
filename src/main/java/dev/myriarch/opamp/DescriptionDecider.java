package dev.myriarch.opamp;

import dev.myriarch.domain.AgentKind;
import dev.myriarch.opamp.AgentMessage.DescriptionReport;
import java.util.Map;

/** Decides what a description, or other capabilities, change. */
final class DescriptionDecider {
    private DescriptionDecider() {}

    static void decide(DecisionDraft draft, DescriptionReport report) {
        KnownAgent known = draft.agent();
        long capabilities = draft.message().capabilities();
        DescriptionSummary summary =
                DescriptionSummary.of(report.identifying(), report.nonIdentifying());
        AgentKind kind = summary.kind(capabilities);
        boolean sameText = known.description().print().equals(summary.print());
        if (known.stored() && sameText && known.kind() == kind) {
            return;
        }
        draft.add(
                new Change.PutDescription(
                        kind, report.identifying(), report.nonIdentifying(), capabilities));
        if (!known.stored()) {
            draft.event("registered", "info", "registered as " + kind.text(), Map.of());
        } else {
            changeEvent(draft, known.description(), summary, sameText);
        }
        if (!known.stored() || !sameText) {
            boundsEvent(draft, report);
        }
        draft.agent(known.withDescription(kind, summary, capabilities));
        draft.assign();
    }

    private static void changeEvent(
            DecisionDraft draft,
            DescriptionSummary before,
            DescriptionSummary after,
            boolean sameText) {
        if (!before.version().equals(after.version())) {
            draft.event(
                    "version_changed",
                    "info",
                    "version " + orNone(before.version()) + " became " + orNone(after.version()),
                    Map.of("from", before.version(), "to", after.version()));
        } else if (!sameText) {
            draft.event("description_changed", "info", "the description changed", Map.of());
        }
    }

    private static String orNone(String version) {
        return version.isEmpty() ? "(none)" : version;
    }

    /** An agent is never selected by what is not kept of it, so people are told. */
    private static void boundsEvent(DecisionDraft draft, DescriptionReport report) {
        String cut = report.cut();
        String leftOut = report.leftOut();
        if (cut.isEmpty() && leftOut.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder("attributes are larger than what is kept:");
        if (!cut.isEmpty()) {
            text.append(" cut to %d characters: %s".formatted(AttributeText.MAX_VALUE, cut));
        }
        if (!leftOut.isEmpty()) {
            text.append(cut.isEmpty() ? "" : ";").append(" left out: ").append(leftOut);
        }
        draft.event(
                "attributes_cut",
                "warning",
                text.toString(),
                Map.of("cut", cut, "leftOut", leftOut));
    }

    /** Agents may change their capabilities at any time, and every message carries them. */
    static void capabilities(DecisionDraft draft) {
        KnownAgent known = draft.agent();
        long capabilities = draft.message().capabilities();
        if (known.capabilities() == capabilities) {
            return;
        }
        draft.add(new Change.PutCapabilities(capabilities));
        draft.agent(known.withCapabilities(capabilities));
        if (known.description().kind(capabilities) != known.kind()) {
            // The kind is written with a description only, so that it is never a guess.
            draft.state(draft.state().withFullStateWanted(true));
        }
    }
}
