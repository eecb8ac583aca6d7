package dev.myriarch.testing;

import dev.myriarch.gen.Operation;
import dev.myriarch.http.ApiFilter;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ClientAddress;
import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.Route;
import dev.myriarch.http.Router;
import dev.myriarch.http.RouterOptions;
import dev.myriarch.http.ThreadHttpServer;
import dev.myriarch.system.api.ApiRoutes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** Some operations behind the real router and server, and a client for them. */
public final class ApiServer implements AutoCloseable {
    private static final String BASE = "/api/v1";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ThreadHttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    private ApiServer(ThreadHttpServer server) {
        this.server = server;
    }

    public static ApiServer start(
            Map<Operation, ApiHandler> handlers, List<? extends ApiFilter> filters)
            throws IOException {
        Map<String, ApiHandler> byId = ApiRoutes.handlers(List.of(handlers));
        List<Route> routes =
                ApiRoutes.all().stream()
                        .filter(route -> byId.containsKey(route.operationId()))
                        .toList();
        ThreadHttpServer server =
                ThreadHttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        HttpLimits.defaults());
        server.createContext(
                "/",
                new Router(
                        RouterOptions.of(
                                BASE,
                                1 << 20,
                                new ClientAddress(List.of()),
                                InstantSource.system()),
                        routes,
                        byId,
                        filters));
        server.start();
        return new ApiServer(server);
    }

    /** A request with headers as names and values in turn. */
    public HttpRequest.Builder request(String path, String... headers) {
        InetSocketAddress address = server.getAddress();
        URI uri =
                URI.create(
                        "http://"
                                + address.getAddress().getHostAddress()
                                + ":"
                                + address.getPort()
                                + BASE
                                + path);
        HttpRequest.Builder builder = HttpRequest.newBuilder(uri).timeout(LIMIT);
        return headers.length == 0 ? builder : builder.headers(headers);
    }

    public HttpResponse<String> get(String path, String... headers)
            throws IOException, InterruptedException {
        return send(request(path, headers).build());
    }

    /** Posts JSON. */
    public HttpResponse<String> post(String path, String json, String... headers)
            throws IOException, InterruptedException {
        return send(
                request(path, headers)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json))
                        .build());
    }

    public HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    public HttpClient client() {
        return client;
    }

    /** Stops within a second, whatever still runs. */
    @Override
    public void close() {
        server.stop(Duration.ofSeconds(1));
        client.close();
    }
}
