package dev.myriarch.opamp;

import dev.myriarch.base.Value;
import dev.myriarch.opamp.AgentMessage.HealthReport;
import java.util.Map;

/** Whether a health report is about a collector that runs, or only about its way there and back. */
enum HealthPhase {
    /** Well or not, it is news. */
    RUNNING,

    /** Not healthy yet: a start is no failure. */
    STARTING,

    /** Not healthy any more: it is stopped on purpose, or replaced by the next one. */
    STOPPING;

    /** The last error of a supervisor that stops. */
    private static final String SHUTDOWN = "Supervisor is shutdown";

    static HealthPhase of(HealthReport report) {
        if (report.healthy()) {
            return RUNNING;
        }
        String error = text(report, "lastError");
        if (!error.isEmpty()) {
            return error.equals(SHUTDOWN) ? STOPPING : RUNNING;
        }
        return switch (text(report, "status")) {
            case "", "StatusStarting" -> STARTING;
            case "StatusStopping" -> STOPPING;
            default -> RUNNING;
        };
    }

    private static String text(HealthReport report, String key) {
        return report.tree() instanceof Value.Mapping(Map<String, Value> entries)
                        && entries.get(key) instanceof Value.Text(String text)
                ? text
                : "";
    }
}
