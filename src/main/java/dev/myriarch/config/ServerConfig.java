package dev.myriarch.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Section {@code server}.
 *
 * @param metricsListenAddr empty: the metrics are on the main listener
 * @param publicUrl without a slash at its end; may be empty in development only
 * @param trustedProxies networks in CIDR form
 */
public record ServerConfig(
        ListenAddress listenAddr,
        Optional<ListenAddress> metricsListenAddr,
        String publicUrl,
        List<String> trustedProxies,
        Duration shutdownTimeout,
        Http http,
        Tls tls,
        boolean accessLog) {

    /** Bounds of one connection and request. */
    public record Http(
            int maxBodyBytes,
            Duration headerReadTimeout,
            Duration idleTimeout,
            int maxHeaderBytes) {}

    /**
     * @param terminatedUpstream a proxy in front ends TLS, so a plain listener is meant
     * @param minVersion 1.2 or 1.3
     */
    public record Tls(
            Optional<Path> certFile,
            Optional<Path> keyFile,
            Optional<Path> clientCaFile,
            boolean terminatedUpstream,
            String minVersion) {
        static Tls decode(Section section) {
            return new Tls(
                    section.path("certFile"),
                    section.path("keyFile"),
                    section.path("clientCaFile"),
                    section.bool("terminatedUpstream", false),
                    section.choice("minVersion", "1.2", List.of("1.2", "1.3")));
        }

        /** Whether the listener itself speaks TLS. */
        public boolean isEnabled() {
            return certFile.isPresent() && keyFile.isPresent();
        }
    }

    public ServerConfig {
        trustedProxies = List.copyOf(trustedProxies);
    }

    static ServerConfig decode(Section section) {
        return new ServerConfig(
                section.address("listenAddr", new ListenAddress("", 8080)),
                section.optionalAddress("metricsListenAddr", new ListenAddress("", 9090)),
                withoutSlash(section.text("publicUrl", "")),
                section.texts("trustedProxies", List.of()),
                section.duration("shutdownTimeout", "30s", "1s", "10m"),
                new Http(
                        section.integer("maxBodyBytes", 1_048_576, 1024, 64 << 20),
                        section.duration("headerReadTimeout", "10s", "1s", "5m"),
                        section.duration("idleTimeout", "120s", "1s", "1h"),
                        section.integer("maxHeaderBytes", 65_536, 4096, 1 << 20)),
                section.section("tls", Tls::decode),
                section.bool("accessLog", true));
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
