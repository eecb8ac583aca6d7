package dev.myriarch.http;

import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** A server on loopback with a watchdog that looks often. */
public final class TestServer implements AutoCloseable {
    private final ThreadHttpServer server;
    private final String secure;

    private TestServer(ThreadHttpServer server, String secure) {
        this.server = server;
        this.secure = secure;
    }

    /** Starts a server with one handler for everything. */
    public static TestServer start(HttpLimits limits, HttpHandler handler) throws IOException {
        TestServer server = bind(limits);
        server.http().createContext("/", handler);
        server.http().start();
        return server;
    }

    /** As {@link #start(HttpLimits, HttpHandler)}, with TLS. */
    public static TestServer start(HttpLimits limits, TlsIdentity tls, HttpHandler handler)
            throws IOException {
        TestServer server = bind(limits, Optional.of(tls));
        server.http().createContext("/", handler);
        server.http().start();
        return server;
    }

    static TestServer bind(HttpLimits limits) throws IOException {
        return bind(limits, Optional.empty());
    }

    private static TestServer bind(HttpLimits limits, Optional<TlsIdentity> tls)
            throws IOException {
        return new TestServer(
                ThreadHttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        limits,
                        tls,
                        InstantSource.system(),
                        Duration.ofMillis(10)),
                tls.isPresent() ? "s" : "");
    }

    public ThreadHttpServer http() {
        return server;
    }

    public URI uri(String path) {
        return URI.create("http" + secure + "://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    /** The same address for a WebSocket. */
    public URI webSocketUri(String path) {
        return URI.create("ws" + secure + "://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    public Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.connect(server.getAddress());
        socket.setSoTimeout(10_000);
        return socket;
    }

    RawClient raw() throws IOException {
        return new RawClient(connect());
    }

    @Override
    public void close() {
        server.stop(Duration.ZERO);
    }
}
