package dev.myriarch.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.ThreadHttpServer;
import dev.myriarch.http.TlsFiles;
import dev.myriarch.http.TlsIdentity;
import dev.myriarch.websocket.WebSocket;
import dev.myriarch.websocket.WebSocketHandler;
import dev.myriarch.websocket.WebSocketOptions;
import dev.myriarch.websocket.WebSocketUpgrade;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executors;

/**
 * A server that scripts/bench-http measures, in a process of its own: answers a small GET, and ours
 * also takes WebSockets. Prints its port, then answers each line that it reads with its {@link
 * Memory}; ends with its input.
 */
public final class HttpBenchServer {
    static final String PATH = "/api/v1/status";
    static final String WEB_SOCKET_PATH = "/v1/opamp";

    private HttpBenchServer() {}

    /**
     * @param args {@code ours} or {@code jdk} and the body of the answer, or {@code sockets}, or
     *     {@code tls-sockets} and the folder for its certificate
     */
    public static void main(String[] args) throws Exception {
        HttpServer server =
                switch (args[0]) {
                    case "ours" -> small(ours(Optional.empty()), args[1]);
                    case "jdk" -> small(jdk(), args[1]);
                    case "sockets" -> sockets(ours(Optional.empty()));
                    case "tls-sockets" ->
                            sockets(ours(Optional.of(TlsFiles.in(Path.of(args[1])).identity())));
                    default -> throw new IllegalArgumentException("no such server: " + args[0]);
                };
        server.start();
        System.out.println("port " + server.getAddress().getPort());
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (lines.readLine() != null) {
            System.out.println(Memory.now().line());
        }
        System.exit(0);
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static HttpServer ours(Optional<TlsIdentity> tls) throws IOException {
        return ThreadHttpServer.create(anyPort(), HttpLimits.defaults(), tls);
    }

    private static HttpServer jdk() throws IOException {
        HttpServer server = HttpServer.create(anyPort(), 4096);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        return server;
    }

    private static HttpServer small(HttpServer server, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        server.createContext(PATH, exchange -> answer(exchange, body));
        return server;
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static HttpServer sockets(HttpServer server) {
        WebSocketOptions options = WebSocketOptions.defaults();
        server.createContext(
                WEB_SOCKET_PATH,
                exchange -> WebSocketUpgrade.accept(exchange, options, new Silent()));
        return server;
    }

    /** Takes whatever comes and says nothing. */
    static final class Silent implements WebSocketHandler {
        @Override
        public void opened(WebSocket socket) {}

        @Override
        public void binary(byte[] message) {}

        @Override
        public void text(String message) {}

        @Override
        public void closed(CloseCause cause) {}
    }
}
