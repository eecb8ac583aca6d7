package dev.myriarch.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Section {@code releases}.
 *
 * @param fixtureDir takes the place of the source, for tests and where no network is
 * @param minVersion older releases are not shown; empty: all are
 */
public record ReleasesConfig(
        boolean enabled,
        Source source,
        Optional<Path> fixtureDir,
        Duration pollInterval,
        boolean includePrereleases,
        String minVersion) {

    /** The forge that publishes the releases. */
    public record Source(
            String apiBaseUrl,
            String repository,
            String changelogBaseUrl,
            Optional<SecretFile> tokenFile) {}

    static ReleasesConfig decode(Section section) {
        return new ReleasesConfig(
                section.bool("enabled", true),
                new Source(
                        section.text("apiBaseUrl", "https://api.github.com"),
                        section.text(
                                "repository", "open-telemetry/opentelemetry-collector-releases"),
                        section.text("changelogBaseUrl", "https://raw.githubusercontent.com"),
                        section.secretFile("tokenFile")),
                section.path("fixtureDir"),
                section.duration("pollInterval", "1h", "1m", "720h"),
                section.bool("includePrereleases", false),
                section.text("minVersion", ""));
    }
}
