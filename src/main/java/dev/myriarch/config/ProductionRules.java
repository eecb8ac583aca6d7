package dev.myriarch.config;

import java.util.Locale;

/** What {@code myriarchd serve} refuses, as it would be unsafe where others can reach it. */
final class ProductionRules {
    private ProductionRules() {}

    static void check(Config config, Problems problems) {
        checkServer(config.server(), problems);
        problems.addIf(
                config.database().dsn().isEmpty() && config.database().dsnFile().isEmpty(),
                "database.dsn",
                "must be set (or database.dsnFile); only myriarchd dev has a database of its own");
        checkLogin(config.auth(), problems);
        checkAgents(config.opamp(), problems);
        checkDownloads(config.artifacts(), problems);
    }

    private static void checkServer(ServerConfig server, Problems problems) {
        if (server.publicUrl().isEmpty()) {
            problems.add("server.publicUrl", "must be set to the https URL of this server");
        } else {
            problems.addIf(
                    isPlain(server.publicUrl()),
                    "server.publicUrl",
                    "must be https: cookies and tokens travel over it");
        }
        ServerConfig.Tls tls = server.tls();
        problems.addIf(
                !tls.isEnabled() && !tls.terminatedUpstream(),
                "server.tls",
                "the listener is plain: set certFile and keyFile, or terminatedUpstream when a"
                        + " proxy in front ends TLS");
    }

    private static void checkLogin(AuthConfig auth, Problems problems) {
        problems.addIf(
                auth.dev().enabled(),
                "auth.dev.enabled",
                "must be false: the development login is for myriarchd dev");
        problems.addIf(
                !auth.cookieSecure(),
                "auth.cookieSecure",
                "must be true: a browser would send the session over plain http");
        problems.addIf(
                !auth.oidc().enabled() && !auth.bootstrapAdmin().enabled(),
                "auth",
                "nobody could sign in: enable oidc or bootstrapAdmin");
    }

    private static void checkAgents(OpampConfig opamp, Problems problems) {
        OpampConfig.Admission admission = opamp.admission();
        problems.addIf(
                !admission.requireEnrollmentToken() && !admission.requireClientCert(),
                "opamp.requireEnrollmentToken",
                "must be true unless opamp.requireClientCert is: anybody could add agents");
        problems.addIf(
                opamp.messages().compression() && !opamp.messages().acknowledgeCompression(),
                "opamp.compression",
                "needs opamp.acknowledgeCompression: compressing secrets beside text of others"
                        + " can reveal them by length");
    }

    private static void checkDownloads(ArtifactsConfig artifacts, Problems problems) {
        problems.addIf(
                isPlain(artifacts.source().baseUrl()) && !artifacts.source().allowInsecure(),
                "artifacts.sourceBaseUrl",
                "must be https, or acknowledge it with artifacts.allowInsecureSource");
        problems.addIf(
                artifacts.agents().baseUrls().stream().anyMatch(ProductionRules::isPlain)
                        && !artifacts.agents().allowInsecureBaseUrls(),
                "artifacts.agentBaseUrls",
                "must be https, or acknowledge it with artifacts.allowInsecureAgentBaseUrls");
    }

    private static boolean isPlain(String url) {
        return url.toLowerCase(Locale.ROOT).startsWith("http:");
    }
}
