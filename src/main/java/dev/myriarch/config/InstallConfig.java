package dev.myriarch.config;

import java.time.Duration;
import java.util.List;

/**
 * Section {@code install}.
 *
 * @param bundleSourceBaseUrl empty: the release downloads of this project
 * @param platforms as in {@code linux/amd64}
 */
public record InstallConfig(
        boolean enabled, Duration grantTtl, String bundleSourceBaseUrl, List<String> platforms) {
    public InstallConfig {
        platforms = List.copyOf(platforms);
    }

    static InstallConfig decode(Section section) {
        return new InstallConfig(
                section.bool("enabled", true),
                section.duration("grantTtl", "1h", "1m", "24h"),
                section.text("bundleSourceBaseUrl", ""),
                section.texts("platforms", List.of("linux/amd64", "linux/arm64", "windows/amd64")));
    }
}
