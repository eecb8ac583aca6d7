package dev.myriarch.app;

import dev.myriarch.auth.Role;
import dev.myriarch.auth.TokenIssuer;
import dev.myriarch.base.Secret;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.ReplicaId;
import dev.myriarch.cluster.pg.DatabaseClock;
import dev.myriarch.config.Config;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.db.Migrations;
import dev.myriarch.db.PoolOptions;
import dev.myriarch.db.PooledDatabase;
import dev.myriarch.db.PoolerCheck;
import dev.myriarch.db.SchemaException;
import dev.myriarch.gitops.io.DirectorySource;
import dev.myriarch.gitops.io.RepositoryLimits;
import dev.myriarch.http.HttpMetrics;
import dev.myriarch.http.ThreadHttpServer;
import dev.myriarch.http.TlsIdentity;
import dev.myriarch.metrics.MetricRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;

/** One replica on an external database, as {@code myriarchd serve} runs it. */
final class ProductionServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ProductionServer.class.getName());

    private final Components components;
    private final ThreadHttpServer listener;
    private final Optional<ThreadHttpServer> metricsListener;
    private final MetricRegistry metrics;

    private ProductionServer(
            Components components,
            ThreadHttpServer listener,
            Optional<ThreadHttpServer> metricsListener,
            MetricRegistry metrics) {
        this.components = components;
        this.metrics = metrics;
        this.listener = listener;
        this.metricsListener = metricsListener;
    }

    /**
     * Starts everything; when it returns, people and agents are let in.
     *
     * @param config of the production mode
     * @throws StartupException when something cannot start; nothing is left running then
     * @throws dev.myriarch.config.ConfigException when a setting cannot be used
     */
    static ProductionServer start(Config config, InstantSource clock) {
        SupportedSettings.check(config);
        warnOfPlainDownloads(config);
        Components components = new Components();
        boolean started = false;
        try {
            ProductionServer server = start(config, components, clock);
            started = true;
            return server;
        } finally {
            if (!started) {
                components.close();
            }
        }
    }

    /** Allowed, because hosts check what they load by its hash and its signature. */
    private static void warnOfPlainDownloads(Config config) {
        for (String url : config.artifacts().agents().baseUrls()) {
            if (!url.toLowerCase(Locale.ROOT).startsWith("https:")) {
                LOG.log(
                        Level.WARNING,
                        "artifacts.agentBaseUrls: updaters at {0} load packages without TLS, and"
                                + " send their download tokens in the clear",
                        url);
            }
        }
    }

    private static ProductionServer start(
            Config config, Components components, InstantSource clock) {
        SettingsResolver resolver = new SettingsResolver(config);
        ServerSettings settings =
                resolver.resolve(
                        URI.create(config.server().publicUrl()), new Secret(""), Optional.empty());
        Optional<Secret> token = BootstrapSecrets.apiToken(config.auth().bootstrapAdmin());
        Optional<TlsIdentity> tls = Listeners.identity(resolver, clock);
        ThreadHttpServer listener = bindMain(config, resolver, tls, components);
        MetricRegistry metrics = new MetricRegistry();
        HttpMetrics requests = new HttpMetrics(metrics);
        Optional<ThreadHttpServer> metricsListener =
                bindMetrics(config, resolver, new Scraped(metrics, requests), components);
        PooledDatabase database =
                database(config, resolver.pool(settings.replica()), components, clock);
        DatabaseClock time = new DatabaseClock(database);
        Cluster cluster =
                Cluster.ofMany(
                        config.ha(),
                        new ReplicaId(settings.replica()),
                        database,
                        metrics,
                        components,
                        time);
        Core core =
                Core.create(
                        settings,
                        new Core.Ground(time, metrics, requests, database, cluster),
                        new DirectorySource(
                                ConfigFiles.repository(config.gitops()),
                                RepositoryLimits.DEFAULT,
                                time),
                        components);
        token.ifPresent(text -> ensureToken(core, text));
        core.repository().snapshot().reload();
        new Server(settings, core, components).start(listener);
        metricsListener.ifPresent(ThreadHttpServer::start);
        return new ProductionServer(components, listener, metricsListener, metrics);
    }

    private static ThreadHttpServer bindMain(
            Config config,
            SettingsResolver resolver,
            Optional<TlsIdentity> tls,
            Components components) {
        ThreadHttpServer listener =
                Listeners.bind(
                        config.server().listenAddr(), resolver.limits(), tls, "server.listenAddr");
        components.add("bound listener", () -> listener.stop(0));
        return listener;
    }

    /** What the listener of the metrics shows, its own requests among it. */
    private record Scraped(MetricRegistry metrics, HttpMetrics requests) {}

    private static Optional<ThreadHttpServer> bindMetrics(
            Config config, SettingsResolver resolver, Scraped scraped, Components components) {
        if (!config.telemetry().metrics()) {
            return Optional.empty();
        }
        return config.server()
                .metricsListenAddr()
                .map(address -> {
                    ThreadHttpServer listener =
                            Listeners.bind(
                                    address,
                                    resolver.limits(),
                                    Optional.empty(),
                                    "server.metricsListenAddr");
                    components.add("metrics listener", () -> listener.stop(0));
                    Endpoints.mountMetrics(listener, scraped.metrics(), scraped.requests());
                    return listener;
                });
    }

    private static PooledDatabase database(
            Config config, PoolOptions pool, Components components, InstantSource clock) {
        DatabaseUrl url =
                BootstrapSecrets.database(config.database())
                        .orElseThrow(() -> new IllegalStateException("production has a DSN"));
        try {
            requireSessions(url);
            new Migrations(url, clock).prepare(config.database().migrateOnStart());
        } catch (SchemaException | DatabaseException e) {
            throw new StartupException(TextLogFormatter.oneLine(String.valueOf(e.getMessage())), e);
        }
        return components.add("database pool", new PooledDatabase(url, pool));
    }

    /**
     * @throws StartupException when a pooler gives each transaction another session
     */
    static void requireSessions(DatabaseUrl url) {
        PoolerCheck.problem(url)
                .ifPresent(problem -> {
                    throw new StartupException(problem);
                });
    }

    /** The token of the settings takes the place of the one that was there before. */
    private static void ensureToken(Core core, Secret token) {
        TokenIssuer issuer =
                new TokenIssuer(
                        core.stores().credentials().apiTokens(),
                        core.stores().credentials().enrollmentTokens(),
                        core.clock());
        switch (issuer.replaceApiToken(token.reveal(), "bootstrap admin", Role.ADMIN)) {
            case UNCHANGED -> {}
            case REPLACED -> core.bus().publish(new BusEvent.CredentialsChanged());
            case REVOKED ->
                    LOG.log(
                            Level.WARNING,
                            "the token in auth.bootstrapAdmin.tokenFile was revoked and lets nobody"
                                    + " in: write a new one into the file");
        }
    }

    /** Where it listens. */
    String address() {
        return Listeners.text(listener);
    }

    /** Where the metrics are, when they have a listener of their own. */
    Optional<String> metricsAddress() {
        return metricsListener.map(Listeners::text);
    }

    /** Everything that it measures. */
    MetricRegistry metrics() {
        return metrics;
    }

    @Override
    public void close() {
        components.close();
    }
}
