package dev.myriarch.websocket;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.myriarch.base.Sha256;
import dev.myriarch.base.Value;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import dev.myriarch.http.ClientAddress;
import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.Route;
import dev.myriarch.http.Router;
import dev.myriarch.http.RouterOptions;
import dev.myriarch.http.SseWriter;
import dev.myriarch.http.StaticFiles;
import dev.myriarch.http.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/** Something of everything that the server can do, for clients that nobody here wrote. */
final class PeerServer implements AutoCloseable {
    static final int MAX_MESSAGE = 1 << 20;
    static final String SCRIPT = "console.log('myriarch');\n".repeat(200);

    private static final int MAX_BODY = 4 << 20;
    private static final List<Route> ROUTES =
            List.of(
                    new Route("GET", "/agents", "agents", "public"),
                    new Route("POST", "/digest", "digest", "public"),
                    new Route("GET", "/stream", "stream", "public"),
                    new Route("POST", "/next", "next", "public"));

    private final Semaphore events = new Semaphore(0);
    private final HttpHandler api;
    private final HttpHandler files;
    private final TestServer server;

    private PeerServer(Path folder) throws IOException {
        Map<String, ApiHandler> handlers =
                Map.of(
                        "agents", _ -> ApiResponse.json(Value.of("a".repeat(1000))),
                        "digest", PeerServer::digest,
                        "stream", _ -> new ApiResponse.EventStream(this::stream, Map.of()),
                        "next", _ -> next());
        api =
                new Router(
                        RouterOptions.of(
                                "/api",
                                MAX_BODY,
                                new ClientAddress(List.of()),
                                InstantSource.system()),
                        ROUTES,
                        handlers,
                        List.of());
        files = StaticFiles.ofFolder(folder, new ClientAddress(List.of()));
        server = TestServer.start(HttpLimits.defaults(), this::handle);
    }

    /**
     * Starts it.
     *
     * @param folder for the files that it serves
     */
    static PeerServer start(Path folder) throws IOException {
        Files.writeString(folder.resolve("index.html"), "<!doctype html>\n");
        Path assets = Files.createDirectory(folder.resolve("assets"));
        Files.writeString(assets.resolve("app.js"), SCRIPT);
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(SCRIPT.getBytes(StandardCharsets.UTF_8));
        }
        Files.write(assets.resolve("app.js.gz"), zipped.toByteArray());
        return new PeerServer(folder);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.equals("/ws")) {
            WebSocketUpgrade.accept(exchange, options(), new Echo());
        } else if (path.equals("/ws/deflate")) {
            WebSocketUpgrade.accept(exchange, options().withCompression(true), new Echo());
        } else if (path.startsWith("/api/")) {
            api.handle(exchange);
        } else {
            files.handle(exchange);
        }
    }

    private static WebSocketOptions options() {
        WebSocketOptions defaults = WebSocketOptions.defaults();
        return new WebSocketOptions(
                MAX_MESSAGE,
                defaults.pingInterval(),
                defaults.pongTimeout(),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30));
    }

    private static ApiResponse digest(ApiRequest request) throws IOException {
        byte[] body = request.body();
        return ApiResponse.text("text/plain", body.length + " " + Sha256.hex(body));
    }

    /** Three events, each only after a call of {@code next}: whoever buffers them waits forever. */
    private void stream(SseWriter writer) throws IOException {
        writer.comment("open");
        for (int i = 1; i <= 3; i++) {
            awaitNext();
            writer.event("agent.updated", "{\"number\":" + i + "}");
        }
    }

    private void awaitNext() throws IOException {
        try {
            if (!events.tryAcquire(1, TimeUnit.MINUTES)) {
                throw new IOException("nobody asked for the next event");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped", stopped);
        }
    }

    private ApiResponse next() {
        events.release();
        return ApiResponse.noContent();
    }

    /** Sends every message back as binary; the text {@code close} asks for the end. */
    private static final class Echo implements WebSocketHandler {
        private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();

        @Override
        public void opened(WebSocket opened) {
            socket.complete(opened);
        }

        @Override
        public void binary(byte[] message) {
            try {
                socket.join().send(message);
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }

        @Override
        public void text(String message) {
            if (message.equals("close")) {
                socket.join().close(4001, "moved");
            } else {
                binary(message.getBytes(StandardCharsets.UTF_8));
            }
        }

        @Override
        public void closed(CloseCause cause) {}
    }

    URI uri(String path) {
        return server.uri(path);
    }

    URI webSocketUri(String path) {
        return server.webSocketUri(path);
    }

    /** Connections accepted since the start. */
    long accepted() {
        return server.http().stats().accepted();
    }

    @Override
    public void close() {
        server.close();
    }
}
