package dev.myriarch.opamp;

import dev.myriarch.opamp.AgentMessage.HealthReport;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Decides what became of a restart that an operator asked for. */
final class RestartDecider {
    private RestartDecider() {}

    static void see(DecisionDraft draft, RestartWatch watch, HealthReport report) {
        switch (watch.see(report, draft.now())) {
            case RestartWatch.Seen.Waiting(RestartWatch next) -> watch(draft, Optional.of(next));
            case RestartWatch.Seen.Back(Duration after) -> {
                watch(draft, Optional.empty());
                draft.event(
                        "restarted",
                        "info",
                        "the collector is healthy again %d s after the restart command"
                                .formatted(after.toSeconds()),
                        Map.of());
            }
            case RestartWatch.Seen.Failed() -> {
                watch(draft, Optional.empty());
                draft.event(
                        "restart_failed",
                        "warning",
                        "the collector is unhealthy after the restart command"
                                + HealthDecider.cause(report),
                        Map.of());
            }
        }
    }

    /** Ends a watch that nothing came of. */
    static void giveUp(DecisionDraft draft) {
        Optional<RestartWatch> watch = draft.state().collector().restart();
        if (watch.isEmpty() || RestartWatch.alive(watch, draft.now()).isPresent()) {
            return;
        }
        watch(draft, Optional.empty());
        // Polls may have told another replica how it went.
        if (draft.agent().stored() && draft.state().transport() == Transport.WEBSOCKET) {
            draft.event(
                    "restart_unconfirmed",
                    "warning",
                    "the collector did not report that it was restarted",
                    Map.of());
        }
    }

    private static void watch(DecisionDraft draft, Optional<RestartWatch> next) {
        draft.state(draft.state().withRestart(next));
    }
}
