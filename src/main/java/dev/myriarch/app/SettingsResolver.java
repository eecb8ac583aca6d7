package dev.myriarch.app;

import dev.myriarch.auth.AuthSettings;
import dev.myriarch.base.Secret;
import dev.myriarch.cluster.ReplicaId;
import dev.myriarch.config.ArtifactsConfig;
import dev.myriarch.config.AuthConfig;
import dev.myriarch.config.Config;
import dev.myriarch.config.ConfigException;
import dev.myriarch.config.OpampConfig;
import dev.myriarch.config.RetentionConfig;
import dev.myriarch.config.ServerConfig;
import dev.myriarch.db.PoolOptions;
import dev.myriarch.http.Cidr;
import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.TlsSettings;
import dev.myriarch.http.TlsVersion;
import dev.myriarch.opamp.OpampSettings;
import dev.myriarch.retention.RetentionPeriods;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Turns decoded settings into what the parts are told. */
final class SettingsResolver {
    /** Besides those of agents: browsers, polls, probes, and agents that are told to wait. */
    private static final int CONNECTIONS_OF_OTHERS = 2000;

    private final Config config;

    SettingsResolver(Config config) {
        this.config = config;
    }

    /**
     * @param publicUrl where the server is reached
     * @param generatedPassword of the development user, where the settings give none
     * @param allowedHosts names that people may call the server by; empty: any
     * @throws ConfigException if a file with a secret cannot be used
     */
    ServerSettings resolve(
            URI publicUrl, Secret generatedPassword, Optional<Set<String>> allowedHosts) {
        String replica =
                config.ha().replicaId().isEmpty()
                        ? ReplicaId.create(hostName(), new SecureRandom()).text()
                        : config.ha().replicaId();
        ServerConfig server = config.server();
        Duration half = server.shutdownTimeout().dividedBy(2);
        return new ServerSettings(
                replica,
                new ServerSettings.Web(
                        publicUrl,
                        server.trustedProxies().stream().map(Cidr::parse).toList(),
                        server.http().maxBodyBytes(),
                        config.opamp().path(),
                        config.telemetry().metrics() && server.metricsListenAddr().isEmpty(),
                        server.accessLog(),
                        allowedHosts),
                opamp(replica),
                agents(),
                new ServerSettings.Gitops(
                        config.gitops().pollInterval(), config.gitops().timeBudget()),
                auth(generatedPassword),
                new ServerSettings.Timings(
                        config.ha().heartbeatInterval(),
                        config.ha().replicaTimeout(),
                        config.opamp().timing().lastSeenFlushInterval(),
                        half,
                        half),
                retention());
    }

    private RetentionPeriods retention() {
        RetentionConfig retention = config.retention();
        return new RetentionPeriods(
                retention.agentEvents(),
                retention.offlineAgents(),
                retention.audit(),
                retention.finishedRollouts(),
                retention.unreferencedConfig(),
                retention.gitopsSyncHistory());
    }

    private static String hostName() {
        return Optional.ofNullable(System.getenv("HOSTNAME"))
                .filter(name -> !name.isBlank())
                .orElse("myriarchd");
    }

    private OpampSettings opamp(String replica) {
        OpampConfig.Admission admission = config.opamp().admission();
        OpampConfig.Messages messages = config.opamp().messages();
        OpampConfig.Timing timing = config.opamp().timing();
        return new OpampSettings(
                replica,
                new OpampSettings.Limits(
                        admission.maxConnectionsPerReplica(),
                        admission.connectRateLimit(),
                        admission.connectRatePerIp(),
                        admission.maxConnectionsPerToken(),
                        messages.maxMessageBytes(),
                        messages.maxEffectiveConfigBytes()),
                timing.offlineAfter(),
                timing.sendTimeout(),
                timing.staleApplyingAfter(),
                timing.drainRate(),
                messages.compression(),
                config.opamp().rebind(),
                admission.requireClientCert());
    }

    private ServerSettings.Agents agents() {
        OpampConfig.Admission admission = config.opamp().admission();
        ArtifactsConfig.Agents downloads = config.artifacts().agents();
        return new ServerSettings.Agents(
                admission.requireEnrollmentToken(),
                admission.clientCertHeader().isEmpty()
                        ? Optional.empty()
                        : config.server()
                                .tls()
                                .clientCaFile()
                                .map(file ->
                                        new ServerSettings.ForwardedCertificates(
                                                admission.clientCertHeader(), file)),
                new ServerSettings.Downloads(
                        downloads.baseUrls(),
                        downloads.downloadTokenTtl(),
                        BootstrapSecrets.downloadKey(downloads)));
    }

    private AuthSettings auth(Secret generatedPassword) {
        AuthConfig auth = config.auth();
        Optional<AuthSettings.DevelopmentUser> user =
                auth.dev().enabled()
                        ? Optional.of(
                                new AuthSettings.DevelopmentUser(
                                        auth.dev().username(), password(generatedPassword)))
                        : Optional.empty();
        return new AuthSettings(
                user,
                BootstrapSecrets.admin(auth.bootstrapAdmin()),
                auth.sessionIdleTimeout(),
                auth.sessionLifetime(),
                auth.loginRatePerIp(),
                auth.cookieSecure());
    }

    /** The password of the development user: that of the settings, else the generated one. */
    Secret password(Secret generated) {
        Secret configured = config.auth().dev().password();
        return configured.reveal().isEmpty() ? generated : configured;
    }

    /** Bounds of the pool; the server shows its connections under the name of the replica. */
    PoolOptions pool(String replica) {
        return new PoolOptions(
                config.database().maxConns(),
                config.database().acquireTimeout(),
                config.database().statementTimeout(),
                "myriarchd " + replica);
    }

    /**
     * TLS of the listener; empty for a plain one. With authorities of clients a client may show a
     * certificate: browsers come to the same listener without one.
     */
    Optional<TlsSettings> tls() {
        ServerConfig.Tls tls = config.server().tls();
        if (tls.certFile().isEmpty() || tls.keyFile().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new TlsSettings(
                        tls.certFile().get(),
                        tls.keyFile().get(),
                        tls.clientCaFile(),
                        false,
                        tls.minVersion().equals("1.3") ? TlsVersion.V1_3 : TlsVersion.V1_2,
                        TlsSettings.HANDSHAKE_LIMIT));
    }

    /** Limits of the listener; what has no setting keeps its default. */
    HttpLimits limits() {
        ServerConfig.Http http = config.server().http();
        HttpLimits defaults = HttpLimits.defaults();
        HttpLimits.Head head = defaults.head();
        HttpLimits.Connections connections = defaults.connections();
        return defaults.withHead(
                        new HttpLimits.Head(
                                head.maxLineBytes(),
                                http.maxHeaderBytes(),
                                head.maxFields(),
                                http.headerReadTimeout()))
                .withConnections(
                        new HttpLimits.Connections(
                                config.opamp().admission().maxConnectionsPerReplica()
                                        + CONNECTIONS_OF_OTHERS,
                                connections.backlog(),
                                http.idleTimeout(),
                                connections.writeTimeout(),
                                connections.sendBufferBytes(),
                                config.opamp().timing().drainRate()));
    }
}
