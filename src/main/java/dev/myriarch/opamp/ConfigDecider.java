package dev.myriarch.opamp;

import dev.myriarch.agent.Reported;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.AgentMessage.EffectiveConfigReport;
import dev.myriarch.opamp.AgentMessage.RemoteConfigReport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Decides what a report about the configuration changes: what runs, and what became of offers. */
final class ConfigDecider {
    private ConfigDecider() {}

    static void effective(DecisionDraft draft, EffectiveConfigReport report) {
        KnownAgent known = draft.agent();
        KnownAgent.Contents contents = known.contents();
        if (known.kind() == AgentKind.BRIDGE
                || contents.effectiveConfig().filter(report.hash()::equals).isPresent()) {
            return;
        }
        draft.add(
                new Change.PutEffectiveConfig(report.hash(), report.body(), report.contentType()));
        draft.contents(contents.withEffectiveConfig(Optional.of(report.hash())));
    }

    static void status(DecisionDraft draft, RemoteConfigReport report) {
        boolean repeated = isSame(draft.agent().remoteConfig(), report);
        SessionState state = draft.state();
        draft.state(
                state.withOffers(
                        StaleApplying.onReport(state.offers(), report, repeated, draft.now())));
        if (!repeated) {
            Reported.RemoteConfig status =
                    new Reported.RemoteConfig(
                            report.hash(), report.status(), report.error(), draft.now());
            draft.add(new Change.PutRemoteConfig(status));
            draft.agent(draft.agent().withRemoteConfig(status));
            statusEvent(draft, report);
        }
        if (report.status() == RemoteConfigStatus.FAILED) {
            report.hash().ifPresent(hash -> failed(draft, hash));
        }
    }

    /** A repeated failure sets a mark that an operator has cleared: the agent tried again. */
    private static void failed(DecisionDraft draft, ConfigHash hash) {
        KnownAgent.Wanted wanted = draft.agent().wanted();
        if (wanted.desired().filter(hash::equals).isPresent() && !wanted.isFailed(hash)) {
            draft.add(new Change.PutFailed(hash));
            draft.agent(draft.agent().withFailed(hash));
        }
    }

    private static void statusEvent(DecisionDraft draft, RemoteConfigReport report) {
        Map<String, String> details = new LinkedHashMap<>();
        report.hash().ifPresent(hash -> details.put("hash", hash.hex()));
        switch (report.status()) {
            case APPLIED ->
                    draft.event("config_applied", "info", "applied the configuration", details);
            case FAILED -> {
                details.put("error", report.error());
                draft.event(
                        "config_failed",
                        "error",
                        report.error().isEmpty()
                                ? "the configuration failed"
                                : "the configuration failed: " + report.error(),
                        details);
            }
            case APPLYING, UNSET -> {}
        }
    }

    /** An agent that never had a configuration says so in every full state; that is no news. */
    private static boolean isSame(
            Optional<Reported.RemoteConfig> stored, RemoteConfigReport report) {
        return stored.map(status ->
                        status.hash().equals(report.hash())
                                && status.status() == report.status()
                                && status.error().equals(report.error()))
                .orElse(report.status() == RemoteConfigStatus.UNSET && report.hash().isEmpty());
    }
}
