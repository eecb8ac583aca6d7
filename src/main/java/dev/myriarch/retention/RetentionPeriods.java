package dev.myriarch.retention;

import java.time.Duration;
import java.util.Optional;

/**
 * How long data is kept; zero keeps it for ever.
 *
 * @param unreferencedConfig of rendered and effective configurations and component sets, from when
 *     nothing refers to them any more
 */
public record RetentionPeriods(
        Duration agentEvents,
        Duration offlineAgents,
        Duration audit,
        Duration finishedRollouts,
        Duration unreferencedConfig,
        Duration gitopsSyncHistory) {
    /** Empty where the data is kept for ever. */
    Optional<Duration> of(Kept kept) {
        return switch (kept) {
            case AGENT_EVENTS -> ended(agentEvents);
            case AUDIT_EVENTS -> ended(audit);
            case FINISHED_ROLLOUTS -> ended(finishedRollouts);
            case GITOPS_SYNCS -> ended(gitopsSyncHistory);
            case OFFLINE_AGENTS -> ended(offlineAgents);
            case RENDERED_CONFIGS, EFFECTIVE_CONFIGS, COMPONENT_SETS -> ended(unreferencedConfig);
            case EXPIRED_KEYS -> Optional.of(Duration.ZERO);
        };
    }

    private static Optional<Duration> ended(Duration period) {
        return Optional.of(period).filter(Duration::isPositive);
    }
}
