package dev.myriarch.app;

import dev.myriarch.artifact.DownloadAddresses;
import dev.myriarch.artifact.DownloadTokens;
import dev.myriarch.auth.AgentCredentials;
import dev.myriarch.auth.AuthServices;
import dev.myriarch.auth.EnrollmentAuthenticator;
import dev.myriarch.base.FailureLog;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.Job;
import dev.myriarch.cluster.JobRunner;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.GitopsSyncer;
import dev.myriarch.gitops.SyncOutcome;
import dev.myriarch.http.ClientAddress;
import dev.myriarch.http.ClientCertificate;
import dev.myriarch.http.ClientCertificates;
import dev.myriarch.http.ThreadHttpServer;
import dev.myriarch.live.LiveHub;
import dev.myriarch.opamp.OpampPorts;
import dev.myriarch.opamp.OpampServer;
import dev.myriarch.opamp.SecretRedactor;
import dev.myriarch.system.ServerIdentity;
import dev.myriarch.system.pg.ReplicasPg;
import dev.myriarch.websocket.WebSocketTraffic;
import dev.myriarch.websocket.WebSocketUpgrade;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Starts the jobs and endpoints of one replica on top of {@link Core}, and says how each is
 * stopped: first nobody is let in, then agents and streams are sent away, then the jobs end.
 */
final class Server {
    private static final Logger LOG = System.getLogger(Server.class.getName());
    private static final Duration USAGE_FLUSH = Duration.ofSeconds(5);
    private static final Duration SESSIONS = Duration.ofMinutes(10);
    private static final Duration GAUGES = Duration.ofSeconds(30);

    /** A token that was revoked has no connection after five seconds. */
    private static final Duration CREDENTIALS = Duration.ofSeconds(3);

    private static final Duration SNAPSHOT = Duration.ofSeconds(10);
    private static final Duration OWED_PUSHES = Duration.ofSeconds(3);

    private static final int KEY_BYTES = 32;

    private final ServerSettings settings;
    private final Core core;
    private final Components components;
    private final SecureRandom random = new SecureRandom();
    private final Instant startedAt;
    private final ClientAddress clients;

    Server(ServerSettings settings, Core core, Components components) {
        this.settings = settings;
        this.core = core;
        this.components = components;
        this.startedAt = core.clock().instant();
        this.clients = new ClientAddress(settings.web().trustedProxies());
    }

    /** Starts everything on a listener that is bound and lets people and agents in. */
    void start(ThreadHttpServer listener) {
        // Removed after the jobs ended, so that no heartbeat brings it back.
        components.add(
                "registration", () -> core.stores().shared().replicas().remove(settings.replica()));
        JobRunner jobs =
                components.add(
                        "jobs", new JobRunner(core.leadership(), new JobMetrics(core.metrics())));
        FailureLog failures = new FailureLog(LOG, core.clock());
        EnrollmentAuthenticator enrollment =
                new EnrollmentAuthenticator(
                        settings.agents().tokenRequired(),
                        core.stores().credentials().enrollmentTokens(),
                        core.clock(),
                        failure ->
                                failures.warn("enrollment tokens", "they cannot be read", failure));
        AuthServices auth = auth(enrollment);
        components.add("listener", () -> listener.stop(settings.timings().stopLimit()));
        LiveHub live =
                components.add(
                        "live events",
                        new LiveHub(core.bus(), core.clock(), LiveHub.Limits.defaults()));
        OpampServer opamp = opamp(enrollment);
        new Endpoints(settings, core, clients, identity()).mount(listener, auth, live, opamp);
        jobs.start(Job.everywhere("live", LiveHub.TICK, live::tick));
        startJobs(jobs, auth, opamp);
        listener.start();
        LOG.log(
                Level.INFO,
                "replica {0} answers at {1}",
                settings.replica(),
                settings.web().publicUrl());
    }

    private ServerIdentity identity() {
        return new ServerIdentity(
                Version.current(),
                settings.web().publicUrl(),
                settings.web().opampPath(),
                startedAt);
    }

    private AuthServices auth(EnrollmentAuthenticator enrollment) {
        Stores.Credentials credentials = core.stores().credentials();
        return components.add(
                "credentials",
                new AuthServices(
                        settings.auth(),
                        new AuthServices.Stores(
                                credentials.users(),
                                credentials.sessions(),
                                credentials.apiTokens()),
                        enrollment,
                        core.bus(),
                        core.clock(),
                        random));
    }

    private OpampServer opamp(EnrollmentAuthenticator enrollment) {
        ExecutorService pushes =
                components.add("pushes", Executors.newVirtualThreadPerTaskExecutor());
        byte[] key = core.stores().shared().keyValues().findOrCreate("redaction/key", this::newKey);
        OpampServer opamp =
                new OpampServer(
                        new OpampPorts(
                                new OpampPorts.Inventory(
                                        core.stores().inventory().agents(),
                                        core.stores().inventory().links(),
                                        core.repository().assignment(),
                                        core.stores().repository().rendered(),
                                        this::managesBridges,
                                        packages(),
                                        core.stores().shared().audit()),
                                CountedAuthenticator.of(enrollment, core.metrics()),
                                core.bus(),
                                new OpampPorts.Web(
                                        acceptor(),
                                        exchange -> clients.resolve(exchange).address(),
                                        certificates()),
                                pushes,
                                new SecretRedactor(key),
                                core.metrics(),
                                core.clock()),
                        settings.opamp());
        components.add("OpAMP", opamp);
        components.add("agents", () -> opamp.drain(settings.timings().drainLimit()));
        return opamp;
    }

    private OpampPorts.Packages packages() {
        ServerSettings.Downloads downloads = settings.agents().downloads();
        byte[] key =
                downloads
                        .tokenKey()
                        .map(secret -> secret.reveal().getBytes(StandardCharsets.UTF_8))
                        .orElseGet(() ->
                                core.stores()
                                        .shared()
                                        .keyValues()
                                        .findOrCreate("artifacts/download-key", this::newKey));
        return new OpampPorts.Packages(
                core.stores().artifacts().offers(),
                core.stores().artifacts().artifacts()::bundle,
                new DownloadAddresses(settings.web().publicUrl().toString(), downloads.baseUrls()),
                new DownloadTokens(key, downloads.tokenLifetime()));
    }

    private OpampPorts.WebSocketAcceptor acceptor() {
        WebSocketTraffic traffic = new WebSocketTraffic();
        WebSocketMetrics.register(core.metrics(), traffic);
        return (exchange, options, handler) ->
                WebSocketUpgrade.accept(exchange, options, traffic.watch(handler));
    }

    private OpampPorts.Certificates certificates() {
        ClientCertificates certificates =
                settings.agents()
                        .forwarded()
                        .map(by ->
                                ClientCertificates.forwarded(
                                        by.header(),
                                        clients,
                                        Listeners.authorities(by.caFile(), core.clock())))
                        .orElseGet(ClientCertificates::direct);
        return exchange ->
                switch (certificates.of(exchange)) {
                    case ClientCertificate.None _ -> new AgentCredentials.Certificate.None();
                    case ClientCertificate.Verified(X509Certificate certificate) ->
                            new AgentCredentials.Certificate.Verified(
                                    certificate.getSubjectX500Principal().getName(),
                                    certificate.getNotAfter().toInstant());
                    case ClientCertificate.Rejected(String reason) -> {
                        LOG.log(Level.DEBUG, "an agent is refused: {0}", reason);
                        yield new AgentCredentials.Certificate.Rejected();
                    }
                };
    }

    private byte[] newKey() {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        return key;
    }

    private boolean managesBridges(String fleet) {
        return core.repository()
                .snapshot()
                .current()
                .flatMap(snapshot -> snapshot.fleet(fleet))
                .map(Fleet::manageBridges)
                .orElse(false);
    }

    private void startJobs(JobRunner jobs, AuthServices auth, OpampServer opamp) {
        ReplicasPg replicas = core.stores().shared().replicas();
        heartbeat(replicas, opamp);
        JobRunner.Started heartbeat =
                jobs.start(
                        Job.everywhere(
                                "heartbeat",
                                settings.timings().heartbeat(),
                                () -> heartbeat(replicas, opamp)));
        core.leadership().onChange(heartbeat::runNow);
        components.add("token usage", auth::flushUsage);
        jobs.start(Job.everywhere("token-usage", USAGE_FLUSH, auth::flushUsage));
        jobs.start(Job.onLeader("ended-sessions", SESSIONS, auth.sessions()::removeEnded));
        jobs.start(
                Job.everywhere(
                        "last-seen", settings.timings().lastSeenFlush(), opamp::flushLastSeen));
        jobs.start(Job.everywhere("agent-credentials", CREDENTIALS, opamp::checkCredentials));
        jobs.start(Job.everywhere("owed-pushes", OWED_PUSHES, opamp::retryPushes));
        jobs.start(
                Job.everywhere(
                        "clock",
                        settings.timings().heartbeat(),
                        core.cluster().adjustClock()::run));
        new Watchkeeper(settings.timings(), core).start(jobs, opamp, components);
        HousekeepingJobs.start(settings, core, jobs);
        InventoryGauges gauges =
                new InventoryGauges(
                        core.stores().inventory().agents(), core.leadership(), core.metrics());
        jobs.start(Job.onLeader("gauges", GAUGES, gauges::refresh));
        // Also when the event that tells of a revision is lost.
        jobs.start(
                Job.everywhere("active-snapshot", SNAPSHOT, core.repository().snapshot()::reload));
        JobRunner.Started sync = startSync(jobs);
        components.add(
                "sync requests",
                core.bus()
                        .subscribe(
                                "gitops-requests",
                                event -> {
                                    // A request may be among what was missed.
                                    if (event instanceof BusEvent.GitopsSyncRequested
                                            || event instanceof BusEvent.BusReconnected) {
                                        sync.runNow();
                                    }
                                }));
    }

    private JobRunner.Started startSync(JobRunner jobs) {
        AtomicLong lastTerm = new AtomicLong();
        GitopsSyncer syncer = core.repository().syncer();
        SyncMetrics metrics = new SyncMetrics(core.metrics());
        JobRunner.Started sync =
                jobs.start(
                        Job.onLeader(
                                "gitops",
                                settings.gitops().pollInterval(),
                                () -> {
                                    // Asked here and not told: a run may begin before the news.
                                    long term = core.leadership().term();
                                    if (lastTerm.getAndSet(term) != term) {
                                        syncer.beginTerm();
                                    }
                                    SyncOutcome outcome = syncer.sync();
                                    SyncLog.write(outcome);
                                    metrics.record(outcome, core.clock().instant());
                                }));
        core.leadership()
                .onChange(() -> {
                    if (core.leadership().isLeader()) {
                        sync.runNow();
                    }
                });
        return sync;
    }

    private void heartbeat(ReplicasPg replicas, OpampServer opamp) {
        replicas.heartbeat(
                settings.replica(),
                Version.current(),
                core.leadership().isLeader(),
                opamp.connections(),
                startedAt);
    }
}
