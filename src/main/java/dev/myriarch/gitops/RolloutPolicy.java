package dev.myriarch.gitops;

import dev.myriarch.domain.Selector;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How a change reaches the agents of a fleet.
 *
 * @param waves in order; empty means one wave of all agents
 * @param maxConcurrent agents that change at the same time; 0 means any number
 */
public record RolloutPolicy(
        ObjectMeta meta,
        String displayName,
        List<Wave> waves,
        int maxConcurrent,
        Timing timing,
        FailureThreshold failureThreshold,
        OnFailure onFailure,
        Windows windows)
        implements RepositoryObject {
    /** Name of the policy of fleets that name none. */
    public static final String DEFAULT_NAME = "default";

    public RolloutPolicy {
        Objects.requireNonNull(meta, "meta");
        waves = List.copyOf(waves);
    }

    /**
     * Agents that match a selector, or a cumulative share of all.
     *
     * @param percent 1 to 100; exactly one of selector and percent is set
     */
    public record Wave(
            String name,
            Optional<Selector> selector,
            Optional<Integer> percent,
            boolean requireApproval) {}

    /**
     * @param healthWait how long an agent must stay healthy
     * @param applyTimeout empty: 10 minutes for configurations, 30 minutes for versions
     * @param offlineGracePeriod after it an offline agent is skipped
     */
    public record Timing(
            Duration healthWait, Optional<Duration> applyTimeout, Duration offlineGracePeriod) {}

    /** When a wave has failed; 0 switches a number off, and 1 agent counts when both are 0. */
    public record FailureThreshold(int maxFailed, int maxFailedPercent) {}

    /** What happens when a wave has failed. */
    public enum OnFailure {
        PAUSE,
        ROLLBACK;

        /** Spelling in the repository. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * When agents may start to change; no window means always.
     *
     * @param timezoneAttribute attribute with the IANA zone of an agent
     * @param defaultTimezone zone of agents without that attribute
     */
    public record Windows(
            String timezoneAttribute,
            Optional<String> defaultTimezone,
            List<MaintenanceWindow> windows) {
        public Windows {
            windows = List.copyOf(windows);
        }
    }

    /**
     * @param days days on which the window begins; empty means every day
     * @param end a time before or at {@code start} is on the next day
     * @param timezone an IANA zone; empty means that of the agent
     */
    public record MaintenanceWindow(
            Set<DayOfWeek> days, LocalTime start, LocalTime end, Optional<String> timezone) {
        public MaintenanceWindow {
            days = Set.copyOf(days);
        }
    }
}
