package dev.myriarch.app;

import dev.myriarch.auth.Role;
import dev.myriarch.auth.TokenIssuer;
import dev.myriarch.config.Config;
import dev.myriarch.config.ConfigException;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.db.EmbeddedPostgres;
import dev.myriarch.db.EmbeddedPostgresException;
import dev.myriarch.db.Migrations;
import dev.myriarch.db.PoolOptions;
import dev.myriarch.db.PooledDatabase;
import dev.myriarch.db.SchemaException;
import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.SyncOutcome;
import dev.myriarch.gitops.io.DirectorySource;
import dev.myriarch.gitops.io.RepositoryLimits;
import dev.myriarch.http.HttpMetrics;
import dev.myriarch.http.ThreadHttpServer;
import dev.myriarch.http.TlsIdentity;
import dev.myriarch.metrics.MetricRegistry;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A server with a database of its own, as {@code myriarchd dev} runs it. */
final class DevServer implements AutoCloseable {
    private final Components components;
    private final URI url;
    private final DevCredentials credentials;

    private DevServer(Components components, URI url, DevCredentials credentials) {
        this.components = components;
        this.url = url;
        this.credentials = credentials;
    }

    /**
     * Starts everything; when it returns, people and agents are let in.
     *
     * @param databaseEnded runs when the database ends by itself
     * @throws StartupException when something cannot start; nothing is left running then
     */
    static DevServer start(DevOptions options, InstantSource clock, Runnable databaseEnded) {
        Components components = new Components();
        boolean started = false;
        try {
            DevServer server = start(options, components, clock, databaseEnded);
            started = true;
            return server;
        } finally {
            if (!started) {
                components.close();
            }
        }
    }

    /** The listener is bound first: a port in use should show before a database is started. */
    private static DevServer start(
            DevOptions options,
            Components components,
            InstantSource clock,
            Runnable databaseEnded) {
        SettingsResolver resolver = new SettingsResolver(options.config());
        Optional<TlsIdentity> tls = Listeners.identity(resolver, clock);
        ThreadHttpServer listener =
                Listeners.bind(options.listen(), resolver.limits(), tls, "--listen");
        components.add("bound listener", () -> listener.stop(0));
        DevCredentials generated = DevCredentials.in(options.state());
        DevCredentials credentials =
                new DevCredentials(
                        options.config().auth().dev().username(),
                        resolver.password(generated.password()),
                        generated.apiToken(),
                        generated.enrollmentToken());
        PooledDatabase database =
                database(options, resolver.pool("dev"), components, clock, databaseEnded);
        URI url = url(tls.isPresent() ? "https" : "http", listener.getAddress());
        ServerSettings settings =
                resolver.resolve(
                        url, generated.password(), Optional.of(names(options.config(), url)));
        MetricRegistry metrics = new MetricRegistry();
        Core core =
                Core.create(
                        settings,
                        new Core.Ground(
                                clock,
                                metrics,
                                new HttpMetrics(metrics),
                                database,
                                Cluster.ofOne(metrics, components)),
                        new DirectorySource(options.gitops(), RepositoryLimits.DEFAULT, clock),
                        components);
        ensureTokens(core, credentials);
        firstSync(core, options.gitops());
        new Server(settings, core, components).start(listener);
        return new DevServer(components, url, credentials);
    }

    URI url() {
        return url;
    }

    DevCredentials credentials() {
        return credentials;
    }

    /** Names of this server; with any other one a browser was led here by somebody else. */
    private static Set<String> names(Config config, URI url) {
        return Stream.of(config.server().publicUrl(), url.toString())
                .map(text -> URI.create(text).getHost())
                .filter(Objects::nonNull)
                .map(host -> host.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    private static URI url(String scheme, InetSocketAddress bound) {
        String host =
                bound.getAddress().isAnyLocalAddress()
                        ? "127.0.0.1"
                        : bound.getAddress().getHostAddress();
        String literal = host.contains(":") ? "[" + host + "]" : host;
        return URI.create(scheme + "://" + literal + ":" + bound.getPort());
    }

    private static PooledDatabase database(
            DevOptions options,
            PoolOptions pool,
            Components components,
            InstantSource clock,
            Runnable databaseEnded) {
        try {
            DatabaseUrl url =
                    database(options.config())
                            .orElseGet(() -> embedded(options, components, databaseEnded));
            new Migrations(url, clock).prepare(options.config().database().migrateOnStart());
            return components.add("database pool", new PooledDatabase(url, pool));
        } catch (EmbeddedPostgresException | SchemaException | DatabaseException e) {
            throw new StartupException(
                    "the database does not start: " + oneLine(e) + stateHint(options), e);
        }
    }

    private static Optional<DatabaseUrl> database(Config config) {
        try {
            return BootstrapSecrets.database(config.database());
        } catch (ConfigException e) {
            throw ConfigFiles.wrong(Optional.empty(), e);
        }
    }

    private static DatabaseUrl embedded(
            DevOptions options, Components components, Runnable databaseEnded) {
        EmbeddedPostgres postgres =
                options.state()
                        .map(state ->
                                EmbeddedPostgres.persistent(
                                        state.resolve("postgres"), System.getenv()))
                        .orElseGet(() -> EmbeddedPostgres.ephemeral(System.getenv()));
        components.add("PostgreSQL", postgres);
        postgres.onUnexpectedEnd(databaseEnded);
        return postgres.url();
    }

    private static String stateHint(DevOptions options) {
        return options.state()
                .map(state -> "; its state is in " + state + ", another folder goes to --state")
                .orElse("");
    }

    private static String oneLine(Exception problem) {
        return oneLine(String.valueOf(problem.getMessage()));
    }

    private static String oneLine(String message) {
        return TextLogFormatter.oneLine(message);
    }

    private static void ensureTokens(Core core, DevCredentials credentials) {
        TokenIssuer issuer =
                new TokenIssuer(
                        core.stores().credentials().apiTokens(),
                        core.stores().credentials().enrollmentTokens(),
                        core.clock());
        issuer.ensureApiToken(credentials.apiToken().reveal(), "development", Role.ADMIN);
        issuer.ensureEnrollmentToken(
                credentials.enrollmentToken().reveal(), "development", Map.of());
    }

    /** A repository that is broken at the start is an error of the start. */
    private static void firstSync(Core core, Path folder) {
        core.repository().snapshot().reload();
        SyncOutcome outcome = core.repository().syncer().sync();
        SyncLog.write(outcome);
        switch (outcome) {
            case SyncOutcome.Applied _, SyncOutcome.Unchanged _ -> {
                // The snapshot is active.
            }
            case SyncOutcome.Invalid(_, List<Issue> issues) -> throw broken(folder, issues);
            case SyncOutcome.Failed(String message) ->
                    throw new StartupException(
                            "cannot read the repository %s: %s; give another folder to --gitops"
                                    .formatted(folder, oneLine(message)));
        }
    }

    private static StartupException broken(Path folder, List<Issue> issues) {
        Optional<Issue> first =
                issues.stream()
                        .filter(issue -> issue.severity() == Issue.Severity.ERROR)
                        .min(Comparator.comparing(Issue::file).thenComparingInt(Issue::line));
        long more = issues.stream().filter(i -> i.severity() == Issue.Severity.ERROR).count() - 1;
        String where =
                first.map(i ->
                                i.file()
                                        + ":"
                                        + i.line()
                                        + ": "
                                        + i.message()
                                        + " ["
                                        + i.code()
                                        + "]")
                        .orElse("no details");
        return new StartupException(
                "the repository %s has errors: %s%s; correct it, or give another folder to --gitops"
                        .formatted(
                                folder,
                                oneLine(where),
                                more > 0 ? " (and " + more + " more)" : ""));
    }

    @Override
    public void close() {
        components.close();
    }
}
