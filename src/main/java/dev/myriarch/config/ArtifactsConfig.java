package dev.myriarch.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Section {@code artifacts}; the groups stand side by side in the file.
 *
 * @param dir empty: below the state folder
 * @param prefetchPlatforms as in {@code linux/amd64}
 */
public record ArtifactsConfig(
        Optional<Path> dir,
        Source source,
        Agents agents,
        Cache cache,
        List<String> prefetchPlatforms,
        Verify verify) {

    /** Where the server fetches from. */
    public record Source(
            String baseUrl,
            SourceAuth auth,
            boolean allowInsecure,
            List<String> allowedRedirectHosts,
            String proxyUrl) {
        public Source {
            allowedRedirectHosts = List.copyOf(allowedRedirectHosts);
        }
    }

    /** How the server signs in there. */
    public record SourceAuth(
            Optional<SecretFile> tokenFile, String username, Optional<SecretFile> passwordFile) {
        static SourceAuth decode(Section section) {
            return new SourceAuth(
                    section.secretFile("tokenFile"),
                    section.text("username", ""),
                    section.secretFile("passwordFile"));
        }
    }

    /**
     * How agents fetch.
     *
     * @param downloadTokenTtl zero: bound to the offer only
     */
    public record Agents(
            List<String> baseUrls,
            boolean allowInsecureBaseUrls,
            Duration downloadTokenTtl,
            Optional<SecretFile> downloadTokenSecretFile) {
        public Agents {
            baseUrls = List.copyOf(baseUrls);
        }
    }

    /** Bounds of the cache and of downloads into it. */
    public record Cache(
            long maxCacheBytes,
            long maxDownloadBytes,
            int maxConcurrentDownloads,
            Duration idleTimeout) {}

    /**
     * @param trustedRootFile empty: the public Sigstore repository
     */
    public record Verify(
            boolean required,
            Optional<Path> trustedRootFile,
            String certificateIdentityRegexp,
            String oidcIssuer) {
        private static final String RELEASE_WORKFLOW =
                "^https://github\\.com/open-telemetry/opentelemetry-collector-releases/"
                        + "\\.github/workflows/base-release\\.yaml@refs/tags/"
                        + "v[0-9]+\\.[0-9]+\\.[0-9]+$";

        static Verify decode(Section section) {
            return new Verify(
                    section.bool("required", true),
                    section.path("trustedRootFile"),
                    section.text("certificateIdentityRegexp", RELEASE_WORKFLOW),
                    section.text("oidcIssuer", "https://token.actions.githubusercontent.com"));
        }
    }

    public ArtifactsConfig {
        prefetchPlatforms = List.copyOf(prefetchPlatforms);
    }

    static ArtifactsConfig decode(Section section) {
        return new ArtifactsConfig(
                section.path("dir"),
                source(section),
                new Agents(
                        section.texts("agentBaseUrls", List.of()),
                        section.bool("allowInsecureAgentBaseUrls", false),
                        section.duration("downloadTokenTtl", "24h", "0s", "8760h"),
                        section.secretFile("downloadTokenSecretFile")),
                new Cache(
                        section.number("maxCacheBytes", 20L << 30, 1L << 20, Long.MAX_VALUE),
                        section.number("maxDownloadBytes", 1L << 30, 1L << 20, Long.MAX_VALUE),
                        section.integer("maxConcurrentDownloads", 3, 1, 100),
                        section.duration("idleTimeout", "60s", "1s", "1h")),
                section.texts("prefetchPlatforms", List.of()),
                section.section("verify", Verify::decode));
    }

    private static Source source(Section section) {
        return new Source(
                section.text(
                        "sourceBaseUrl",
                        "https://github.com/open-telemetry/opentelemetry-collector-releases"
                                + "/releases/download"),
                section.section("sourceAuth", SourceAuth::decode),
                section.bool("allowInsecureSource", false),
                section.texts(
                        "allowedRedirectHosts",
                        List.of(
                                "objects.githubusercontent.com",
                                "release-assets.githubusercontent.com")),
                section.text("proxyUrl", ""));
    }
}
