package dev.myriarch.config;

import java.time.Duration;

/** Section {@code rollouts}. */
public record RolloutsConfig(
        Duration tickInterval,
        Duration planInterval,
        Duration executorTimeout,
        String defaultTimezone) {
    static RolloutsConfig decode(Section section) {
        return new RolloutsConfig(
                section.duration("tickInterval", "5s", "100ms", "10m"),
                section.duration("planInterval", "1m", "1s", "24h"),
                section.duration("executorTimeout", "2m", "1s", "1h"),
                section.text("defaultTimezone", "UTC"));
    }
}
