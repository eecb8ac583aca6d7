package dev.myriarch.opamp;

import dev.myriarch.agent.Reported;
import dev.myriarch.base.Value;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.AgentMessage.HealthReport;
import dev.myriarch.opamp.AgentMessage.RemoteConfigReport;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Decides what a health report changes, and whether somebody should hear of it. */
final class HealthDecider {
    private static final Predicate<RemoteConfigStatus> APPLYING =
            RemoteConfigStatus.APPLYING::equals;

    private HealthDecider() {}

    /**
     * A stop does not take the place of the last health: a collector that was stopped on purpose
     * did not fail, and one that is replaced reports again at once.
     */
    static void decide(DecisionDraft draft, HealthReport report) {
        draft.state().collector().restart().ifPresent(w -> RestartDecider.see(draft, w, report));
        HealthPhase phase = HealthPhase.of(report);
        HealthTold told = draft.state().collector().told();
        if (phase == HealthPhase.STOPPING) {
            told(draft, told.stopping());
            return;
        }
        if (draft.message().disconnects() && phase == HealthPhase.STARTING) {
            return;
        }
        boolean news = told.isNews(phase, report.healthy()) && !startsOnPurpose(draft, phase);
        if (phase == HealthPhase.RUNNING || news) {
            told(draft, told.reported(report.healthy()));
        }
        store(draft, report, news);
    }

    private static void told(DecisionDraft draft, HealthTold next) {
        draft.state(draft.state().withCollector(draft.state().collector().withTold(next)));
    }

    private static void store(DecisionDraft draft, HealthReport report, boolean news) {
        KnownAgent.Contents contents = draft.agent().contents();
        String print = HealthPrint.of(report.tree());
        if (contents.healthPrint().filter(print::equals).isPresent()) {
            return;
        }
        draft.add(new Change.PutHealth(report.healthy(), report.tree()));
        if (news) {
            draft.event(
                    "health_changed",
                    report.healthy() ? "info" : "warning",
                    report.healthy() ? "healthy again" : "unhealthy" + cause(report),
                    Map.of());
        }
        draft.contents(contents.withHealth(report.healthy(), print));
    }

    /** For a configuration, or on command; the agent may not tell the stop before it. */
    private static boolean startsOnPurpose(DecisionDraft draft, HealthPhase phase) {
        // Clients put what they have to say while they wait into one message.
        boolean applying =
                draft.agent()
                                .remoteConfig()
                                .map(Reported.RemoteConfig::status)
                                .filter(APPLYING)
                                .isPresent()
                        || draft.message()
                                .report()
                                .remoteConfig()
                                .map(RemoteConfigReport::status)
                                .filter(APPLYING)
                                .isPresent();
        return phase == HealthPhase.STARTING
                && (applying || draft.state().collector().restart().isPresent());
    }

    /** Why the collector is unhealthy, behind a colon; empty when it does not say. */
    static String cause(HealthReport report) {
        if (report.tree() instanceof Value.Mapping(Map<String, Value> entries)) {
            for (String key : List.of("lastError", "status")) {
                if (entries.get(key) instanceof Value.Text(String text)) {
                    return ": " + text;
                }
            }
        }
        return "";
    }
}
