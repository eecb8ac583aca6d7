package dev.myriarch.config;

import java.time.Duration;

/** Section {@code retention}: how long rows are kept; zero keeps them for ever. */
public record RetentionConfig(
        Duration agentEvents,
        Duration offlineAgents,
        Duration audit,
        Duration finishedRollouts,
        Duration unreferencedConfig,
        Duration gitopsSyncHistory) {
    static RetentionConfig decode(Section section) {
        return new RetentionConfig(
                keep(section, "agentEvents", "720h"),
                keep(section, "offlineAgents", "720h"),
                keep(section, "audit", "9600h"),
                keep(section, "finishedRollouts", "4320h"),
                keep(section, "unreferencedConfig", "168h"),
                keep(section, "gitopsSyncHistory", "720h"));
    }

    private static Duration keep(Section section, String key, String fallback) {
        return section.duration(key, fallback, "0s", "876000h");
    }
}
