package dev.myriarch.config;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What must hold between settings, in every mode. */
final class ConsistencyRules {
    private ConsistencyRules() {}

    static void check(Config config, Problems problems) {
        checkServer(
                config.server(),
                !config.opamp().admission().clientCertHeader().isEmpty(),
                problems);
        checkDatabase(config.database(), problems);
        checkHa(config.ha(), problems);
        checkOpamp(config, problems);
        checkGitops(config.gitops(), problems);
        checkAuth(config.auth(), problems);
        checkUrls(config, problems);
        checkNetworks("outbound.allowedCidrs", config.outbound().allowedCidrs(), problems);
        checkTimezone(config.rollouts().defaultTimezone(), problems);
        checkPlatforms(
                "artifacts.prefetchPlatforms", config.artifacts().prefetchPlatforms(), problems);
        checkPlatforms("install.platforms", config.install().platforms(), problems);
        checkChannels(config.notifications(), problems);
        checkRetention(config.retention(), problems);
    }

    private static void checkRetention(RetentionConfig retention, Problems problems) {
        Map<String, Duration> periods =
                Map.of(
                        "agentEvents", retention.agentEvents(),
                        "offlineAgents", retention.offlineAgents(),
                        "audit", retention.audit(),
                        "finishedRollouts", retention.finishedRollouts(),
                        "unreferencedConfig", retention.unreferencedConfig(),
                        "gitopsSyncHistory", retention.gitopsSyncHistory());
        new TreeMap<>(periods)
                .forEach((key, period) ->
                        problems.addIf(
                                period.isPositive() && period.compareTo(Duration.ofHours(1)) < 0,
                                "retention." + key,
                                "must be at least 1h, or 0 to keep the data for ever"));
    }

    private static void checkServer(ServerConfig server, boolean forwarded, Problems problems) {
        ServerConfig.Tls tls = server.tls();
        problems.addIf(
                tls.certFile().isPresent() != tls.keyFile().isPresent(),
                "server.tls",
                "certFile and keyFile belong together; set both or none");
        problems.addIf(
                tls.isEnabled() && tls.terminatedUpstream(),
                "server.tls.terminatedUpstream",
                "must be false when certFile and keyFile are set");
        problems.addIf(
                tls.clientCaFile().isPresent() && !tls.isEnabled() && !forwarded,
                "server.tls.clientCaFile",
                "needs certFile and keyFile, or opamp.clientCertHeader of a trusted proxy");
        problems.addIf(
                server.metricsListenAddr().filter(server.listenAddr()::equals).isPresent()
                        && server.listenAddr().port() != 0,
                "server.metricsListenAddr",
                "is the address of the main listener; choose another, or leave it empty to serve"
                        + " the metrics there");
        checkNetworks("server.trustedProxies", server.trustedProxies(), problems);
    }

    /** The form itself is checked where the address is used. */
    static void checkDatabase(DatabaseConfig database, Problems problems) {
        problems.addIf(
                database.dsn().isPresent() && database.dsnFile().isPresent(),
                "database",
                "dsn and dsnFile exclude each other; set one");
    }

    private static void checkHa(HaConfig ha, Problems problems) {
        problems.addIf(
                !ha.replicaId().isEmpty() && !ha.replicaId().matches("[A-Za-z0-9._-]{1,128}"),
                "ha.replicaId",
                "must be 1 to 128 letters, digits, dots, dashes and underscores");
        problems.addIf(
                ha.replicaTimeout().compareTo(ha.heartbeatInterval().multipliedBy(2)) < 0,
                "ha.replicaTimeout",
                "must be at least twice ha.heartbeatInterval");
    }

    private static void checkOpamp(Config config, Problems problems) {
        OpampConfig opamp = config.opamp();
        problems.addIf(
                !opamp.path().matches("/[A-Za-z0-9._~/-]*[A-Za-z0-9._~-]"),
                "opamp.path",
                "must be a path such as /v1/opamp");
        problems.addIf(
                opamp.path().equals("/api") || opamp.path().startsWith("/api/"),
                "opamp.path",
                "must not lie below /api, where the REST API is");
        problems.addIf(
                opamp.timing().offlineAfter().compareTo(opamp.timing().heartbeatInterval()) <= 0,
                "opamp.offlineAfter",
                "must be longer than opamp.heartbeatInterval");
        OpampConfig.Admission admission = opamp.admission();
        boolean authorities = config.server().tls().clientCaFile().isPresent();
        boolean direct = authorities && config.server().tls().isEnabled();
        String header = admission.clientCertHeader();
        boolean forwarded = !header.isEmpty();
        problems.addIf(
                admission.requireClientCert() && !direct && !forwarded,
                "opamp.requireClientCert",
                "needs server.tls.clientCaFile and TLS, or opamp.clientCertHeader of a trusted proxy");
        problems.addIf(
                forwarded && !authorities,
                "opamp.clientCertHeader",
                "needs server.tls.clientCaFile, whose authorities verify what is forwarded");
        problems.addIf(
                !header.matches("[A-Za-z0-9-]*"),
                "opamp.clientCertHeader",
                "must be the name of a header such as X-Client-Cert");
        problems.addIf(
                forwarded && config.server().trustedProxies().isEmpty(),
                "opamp.clientCertHeader",
                "needs server.trustedProxies: from anybody else the header proves nothing");
    }

    private static void checkGitops(GitopsConfig gitops, Problems problems) {
        String source = gitops.source();
        problems.addIf(
                !source.isEmpty() && !source.matches("(?s)(dir:|https://|ssh://).+"),
                "gitops.source",
                "must be dir:<path>, https://… or ssh://…");
        problems.addIf(
                source.matches("(?s)https://[^/]*@.*"),
                "gitops.source",
                "must not hold credentials; use gitops.auth");
        problems.addIf(gitops.branch().isBlank(), "gitops.branch", "must not be empty");
        problems.addIf(
                gitops.path().startsWith("/") || List.of(gitops.path().split("/")).contains(".."),
                "gitops.path",
                "must be a path inside the repository");
        problems.addIf(
                source.startsWith("ssh://")
                        && (gitops.auth().sshKeyFile().isEmpty()
                                || gitops.auth().sshKnownHostsFile().isEmpty()),
                "gitops.auth",
                "an ssh source needs sshKeyFile and sshKnownHostsFile");
    }

    private static void checkAuth(AuthConfig auth, Problems problems) {
        problems.addIf(
                auth.sessionIdleTimeout().compareTo(auth.sessionLifetime()) > 0,
                "auth.sessionIdleTimeout",
                "must not be longer than auth.sessionLifetime");
        problems.addIf(
                auth.dev().enabled() && auth.dev().username().isBlank(),
                "auth.dev.username",
                "must not be empty");
        AuthConfig.BootstrapAdmin admin = auth.bootstrapAdmin();
        problems.addIf(
                admin.enabled()
                        && admin.passwordHashFile().isEmpty()
                        && admin.tokenFile().isEmpty(),
                "auth.bootstrapAdmin",
                "needs passwordHashFile or tokenFile");
        checkOidc(auth.oidc(), problems);
    }

    private static void checkOidc(AuthConfig.Oidc oidc, Problems problems) {
        oidc.roleMapping()
                .forEach((group, role) ->
                        problems.addIf(
                                !AuthConfig.ROLES.contains(role),
                                "auth.oidc.roleMapping." + group,
                                "must be one of " + AuthConfig.ROLES));
        if (!oidc.enabled()) {
            return;
        }
        AuthConfig.OidcClient client = oidc.client();
        problems.addIf(client.issuer().isEmpty(), "auth.oidc.issuer", "must be set");
        problems.addIf(client.clientId().isEmpty(), "auth.oidc.clientId", "must be set");
        problems.addIf(
                !client.scopes().contains("openid"), "auth.oidc.scopes", "must contain openid");
    }

    private static void checkUrls(Config config, Problems problems) {
        checkUrl("server.publicUrl", config.server().publicUrl(), problems);
        checkUrl("auth.oidc.issuer", config.auth().oidc().client().issuer(), problems);
        ArtifactsConfig artifacts = config.artifacts();
        checkUrl("artifacts.sourceBaseUrl", artifacts.source().baseUrl(), problems);
        checkUrl("artifacts.proxyUrl", artifacts.source().proxyUrl(), problems);
        artifacts
                .agents()
                .baseUrls()
                .forEach(url -> checkBaseUrl("artifacts.agentBaseUrls", url, problems));
        checkUrl("artifacts.verify.oidcIssuer", artifacts.verify().oidcIssuer(), problems);
        checkUrl("install.bundleSourceBaseUrl", config.install().bundleSourceBaseUrl(), problems);
        checkUrl("releases.apiBaseUrl", config.releases().source().apiBaseUrl(), problems);
        checkUrl(
                "releases.changelogBaseUrl",
                config.releases().source().changelogBaseUrl(),
                problems);
    }

    /** A URL without a path, which is what is compared with the endpoint of an updater. */
    private static void checkBaseUrl(String path, String url, Problems problems) {
        problems.addIf(url.isEmpty(), path, "must not have an empty entry");
        checkUrl(path, url, problems);
        try {
            String rest = new URI(url).getRawPath();
            problems.addIf(
                    rest != null && !rest.isEmpty() && !rest.equals("/"),
                    path,
                    "must not have a path");
        } catch (URISyntaxException toldAlready) {
            // checkUrl says what is wrong with it.
        }
    }

    /** Empty is left to the rules of the setting. */
    private static void checkUrl(String path, String url, Problems problems) {
        if (url.isEmpty()) {
            return;
        }
        try {
            URI uri = new URI(url);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            problems.addIf(
                    !Set.of("http", "https").contains(scheme) || uri.getHost() == null,
                    path,
                    "must be an http or https URL with a host");
            problems.addIf(
                    uri.getRawUserInfo() != null, path, "must not hold credentials in the URL");
            problems.addIf(
                    uri.getRawQuery() != null || uri.getRawFragment() != null,
                    path,
                    "must not have a query or fragment");
        } catch (URISyntaxException e) {
            problems.add(path, "is not a URL: " + e.getReason());
        }
    }

    private static void checkNetworks(String path, List<String> networks, Problems problems) {
        for (String network : networks) {
            problems.addIf(
                    !isNetwork(network),
                    path,
                    "\"%s\" is no network such as 10.0.0.0/8 or fd00::/8".formatted(network));
        }
    }

    private static boolean isNetwork(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("[0-9]{1,3}")) {
            return false;
        }
        try {
            int bits = InetAddress.ofLiteral(text.substring(0, slash)).getAddress().length * 8;
            return Integer.parseInt(text.substring(slash + 1)) <= bits;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static void checkTimezone(String name, Problems problems) {
        try {
            ZoneId _ = ZoneId.of(name);
        } catch (DateTimeException e) {
            problems.add(
                    "rollouts.defaultTimezone", "must be a time zone such as Europe/Berlin or UTC");
        }
    }

    private static void checkPlatforms(String path, List<String> platforms, Problems problems) {
        for (String platform : platforms) {
            problems.addIf(
                    !platform.matches("[a-z0-9]+/[a-z0-9]+"),
                    path,
                    "\"%s\" is no platform such as linux/amd64".formatted(platform));
        }
    }

    private static void checkChannels(NotificationsConfig notifications, Problems problems) {
        Set<String> names = new HashSet<>();
        for (int at = 0; at < notifications.channels().size(); at++) {
            NotificationsConfig.Channel channel = notifications.channels().get(at);
            String path = "notifications.channels[%d]".formatted(at);
            problems.addIf(channel.name().isBlank(), path + ".name", "must not be empty");
            problems.addIf(
                    !names.add(channel.name()), path + ".name", "is the name of another channel");
            problems.addIf(channel.urlFile().isEmpty(), path + ".urlFile", "must be set");
        }
    }
}
