package dev.myriarch.app;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpHandler;
import dev.myriarch.agent.api.AgentHandlers;
import dev.myriarch.auth.AuthServices;
import dev.myriarch.auth.api.AuthFilter;
import dev.myriarch.auth.api.AuthHandlers;
import dev.myriarch.base.Coalesced;
import dev.myriarch.gitops.api.GitopsHandlers;
import dev.myriarch.http.AccessLog;
import dev.myriarch.http.AllowedHosts;
import dev.myriarch.http.ClientAddress;
import dev.myriarch.http.HttpMetrics;
import dev.myriarch.http.LogContextFilter;
import dev.myriarch.http.Router;
import dev.myriarch.http.RouterOptions;
import dev.myriarch.http.SecurityHeadersFilter;
import dev.myriarch.http.StaticFiles;
import dev.myriarch.http.ThreadHttpServer;
import dev.myriarch.live.LiveHub;
import dev.myriarch.live.api.LiveHandlers;
import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.opamp.OpampServer;
import dev.myriarch.system.ServerIdentity;
import dev.myriarch.system.api.ApiRoutes;
import dev.myriarch.system.api.IdempotencyFilter;
import dev.myriarch.system.api.QueryCheck;
import dev.myriarch.system.api.SystemHandlers;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts everything that answers HTTP on one listener. */
final class Endpoints {
    private static final String API = "/api/v1";

    /** What the metrics call the listener for everybody. */
    private static final String MAIN = "main";

    private final ServerSettings settings;
    private final Core core;
    private final ClientAddress clients;
    private final ServerIdentity identity;

    /** Paths that are asked for so often that their log is at level debug. */
    private final Set<String> quiet;

    Endpoints(ServerSettings settings, Core core, ClientAddress clients, ServerIdentity identity) {
        this.settings = settings;
        this.core = core;
        this.clients = clients;
        this.identity = identity;
        quiet = Set.of("/healthz", "/readyz", "/metrics", settings.web().opampPath());
    }

    void mount(ThreadHttpServer listener, AuthServices auth, LiveHub live, OpampServer opamp) {
        HttpHandler ui = StaticFiles.ofClassPath("META-INF/ui", clients);
        core.requests().watch(MAIN, listener);
        List<Filter> forPeople =
                settings.web()
                        .allowedHosts()
                        .<List<Filter>>map(names -> List.of(new AllowedHosts(names)))
                        .orElse(List.of());
        mount(listener, "/", ui).addAll(forPeople);
        mount(listener, "/api", router(auth, live)).addAll(forPeople);
        mount(listener, settings.web().opampPath(), opamp.handler());
        mountExactly(listener, "/healthz", PlainHandlers.health(), ui);
        mountExactly(
                listener,
                "/readyz",
                PlainHandlers.readiness(
                        new Readiness(
                                core.database(), core.cluster().connected(), System::nanoTime)),
                ui);
        if (settings.web().metrics()) {
            mountExactly(listener, "/metrics", PlainHandlers.metrics(core.metrics()), ui);
        }
        mountExactly(listener, "/licenses", PlainHandlers.licences(), ui);
        mountExactly(listener, "/openapi.yaml", PlainHandlers.contract(), ui);
    }

    /** The listener of the metrics answers these two paths and nothing else. */
    static void mountMetrics(
            ThreadHttpServer listener, MetricRegistry metrics, HttpMetrics requests) {
        requests.watch("metrics", listener);
        Filter headers = new SecurityHeadersFilter(new ClientAddress(List.of()));
        HttpHandler other = PlainHandlers.notFound();
        Map.of(
                        "/",
                        other,
                        "/metrics",
                        PlainHandlers.exactly("/metrics", PlainHandlers.metrics(metrics), other),
                        "/healthz",
                        PlainHandlers.exactly("/healthz", PlainHandlers.health(), other))
                .forEach((path, handler) ->
                        listener.createContext(path, handler).getFilters().add(headers));
    }

    private void mountExactly(
            ThreadHttpServer listener, String path, HttpHandler handler, HttpHandler otherwise) {
        mount(listener, path, PlainHandlers.exactly(path, handler, otherwise));
    }

    /** The filters, to which more may be added behind the first ones. */
    private List<Filter> mount(ThreadHttpServer listener, String path, HttpHandler handler) {
        List<Filter> filters = listener.createContext(path, handler).getFilters();
        filters.add(new LogContextFilter(clients, core.clock()));
        filters.add(
                new AccessLog(
                        clients,
                        core.clock(),
                        request -> !settings.web().accessLog() || quiet.contains(request)));
        filters.add(core.requests().requests(MAIN));
        filters.add(new SecurityHeadersFilter(clients));
        return filters;
    }

    private Router router(AuthServices auth, LiveHub live) {
        AgentHandlers agents =
                new AgentHandlers(
                        core.stores().inventory().agents(),
                        core.stores().repository().rendered()::find,
                        core.repository().assignment()::explain,
                        core.bus(),
                        core.stores().shared().audit(),
                        core.clock());
        GitopsHandlers repository =
                new GitopsHandlers(
                        core.repository().snapshot()::current,
                        core.stores().inventory().fleetMembers(),
                        core.stores().repository().gitops(),
                        core.repository().source().description(),
                        core.bus(),
                        core.stores().shared().audit(),
                        core.clock());
        AuthHandlers login =
                new AuthHandlers(
                        auth,
                        core.bus(),
                        core.stores().shared().audit(),
                        core.clock(),
                        settings.auth().cookieSecure());
        SystemHandlers system =
                new SystemHandlers(
                        identity,
                        core.stores().shared().replicas(),
                        new SystemHandlers.Overview(
                                new Coalesced<>(agents::overview),
                                new Coalesced<>(repository::fleetStats),
                                repository::status));
        return new Router(
                RouterOptions.of(API, settings.web().maxBodyBytes(), clients, core.clock()),
                ApiRoutes.all(),
                ApiRoutes.handlers(
                        List.of(
                                login.handlers(),
                                agents.handlers(),
                                repository.handlers(),
                                new LiveHandlers(live, core.clock()).handlers(),
                                system.handlers())),
                List.of(
                        new DatabaseOutage(),
                        new AuthFilter(auth.requests()),
                        new QueryCheck(),
                        new IdempotencyFilter(core.stores().shared().keyValues(), core.clock())));
    }
}
