package dev.myriarch.config;

import java.util.List;

/**
 * Section {@code telemetry}.
 *
 * @param logLevel debug, info, warn or error
 * @param logFormat json or text
 */
public record TelemetryConfig(String logLevel, String logFormat, boolean metrics) {
    static TelemetryConfig decode(Section section) {
        return new TelemetryConfig(
                section.choice("logLevel", "info", List.of("debug", "info", "warn", "error")),
                section.choice("logFormat", "json", List.of("json", "text")),
                section.bool("metrics", true));
    }
}
