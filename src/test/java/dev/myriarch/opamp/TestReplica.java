package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.agent.pg.UpdaterLinkStorePg;
import dev.myriarch.assignment.AgentAssigner;
import dev.myriarch.audit.pg.AuditLogPg;
import dev.myriarch.auth.AgentAuthenticator;
import dev.myriarch.auth.AgentCredentials;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.db.Database;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.ThreadHttpServer;
import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.Await;
import dev.myriarch.websocket.WebSocketUpgrade;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One replica of the OpAMP server on a port of its own. */
final class TestReplica implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(30);

    final OpampServer server;
    final MetricRegistry metrics = new MetricRegistry();

    /** What can be offered. */
    final Map<ConfigHash, byte[]> rendered = new ConcurrentHashMap<>();

    /** Evaluates nobody at first. */
    volatile AgentAssigner assigner = _ -> {};

    final HttpClient client = HttpClient.newHttpClient();
    private final ThreadHttpServer http;
    private final ExecutorService pushes = Executors.newVirtualThreadPerTaskExecutor();

    TestReplica(
            Database database,
            AgentAuthenticator authenticator,
            EventBus bus,
            InstantSource clock,
            OpampSettings settings)
            throws IOException {
        this(
                database,
                authenticator,
                bus,
                clock,
                settings,
                _ -> new AgentCredentials.Certificate.None());
    }

    /** Whose clients show a certificate. */
    TestReplica(
            Database database,
            AgentAuthenticator authenticator,
            EventBus bus,
            InstantSource clock,
            OpampSettings settings,
            OpampPorts.Certificates certificates)
            throws IOException {
        http =
                ThreadHttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        HttpLimits.defaults());
        server =
                new OpampServer(
                        new OpampPorts(
                                new OpampPorts.Inventory(
                                        new AgentStorePg(database),
                                        new UpdaterLinkStorePg(database),
                                        id -> assigner.assign(id),
                                        hash -> Optional.ofNullable(rendered.get(hash)),
                                        _ -> false,
                                        StoredPackages.ports(database),
                                        new AuditLogPg(database)),
                                authenticator,
                                bus,
                                new OpampPorts.Web(
                                        WebSocketUpgrade::accept,
                                        exchange -> exchange.getRemoteAddress().getAddress(),
                                        certificates),
                                pushes,
                                new SecretRedactor(new byte[32]),
                                metrics,
                                clock),
                        settings);
        http.createContext("/v1/opamp", server.handler());
        http.start();
    }

    URI uri(String scheme) {
        return URI.create(
                "%s://127.0.0.1:%d/v1/opamp".formatted(scheme, http.getAddress().getPort()));
    }

    Socket connect(String token) {
        return new Socket(token);
    }

    /** Whether a handshake with the token is let in. */
    boolean admits(String token) {
        return client.newWebSocketBuilder()
                .header("Authorization", "Bearer " + token)
                .buildAsync(uri("ws"), new WebSocket.Listener() {})
                .handle((socket, failure) -> {
                    if (failure == null) {
                        socket.abort();
                    }
                    return failure == null;
                })
                .join();
    }

    /** The answer to a poll that is let in. */
    ServerToAgent answer(String token, AgentToServer message)
            throws IOException, InterruptedException {
        byte[] body =
                client.send(
                                request(token, message.toByteArray(), "identity"),
                                HttpResponse.BodyHandlers.ofByteArray())
                        .body();
        return ServerToAgent.parser().parseFrom(body);
    }

    int poll(String token, AgentToServer message) throws IOException, InterruptedException {
        return poll(token, message.toByteArray(), "identity");
    }

    /** Status of the answer. */
    int poll(String token, byte[] body, String encoding) throws IOException, InterruptedException {
        return client.send(request(token, body, encoding), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private HttpRequest request(String token, byte[] body, String encoding) {
        return HttpRequest.newBuilder(uri("http"))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/x-protobuf")
                .header("Content-Encoding", encoding)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
    }

    @Override
    public void close() {
        client.shutdownNow();
        http.stop(Duration.ofSeconds(2));
        // The ends of the connections are written by then, before somebody drops the database.
        Await.until("no connection", Duration.ofMinutes(5), () -> server.connections() == 0);
        server.close();
        pushes.close();
    }

    /** An agent on the WebSocket client of the JDK. */
    final class Socket implements WebSocket.Listener {
        private final BlockingQueue<ServerToAgent> received = new LinkedBlockingQueue<>();
        private final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final ByteArrayOutputStream partial = new ByteArrayOutputStream();
        private final WebSocket webSocket;

        private Socket(String token) {
            webSocket =
                    client.newWebSocketBuilder()
                            .header("Authorization", "Bearer " + token)
                            .buildAsync(uri("ws"), this)
                            .join();
        }

        @Override
        public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            partial.writeBytes(bytes);
            if (last) {
                received.add(parse(partial.toByteArray()));
                partial.reset();
            }
            socket.request(1);
            return CompletableFuture.completedStage(null);
        }

        private static ServerToAgent parse(byte[] framed) {
            assertThat(framed[0]).isZero();
            try {
                return ServerToAgent.parser().parseFrom(framed, 1, framed.length - 1);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(code);
            return CompletableFuture.completedStage(null);
        }

        ServerToAgent ask(AgentToServer message) throws InterruptedException {
            send(message);
            return next();
        }

        void send(AgentToServer message) {
            ByteArrayOutputStream framed = new ByteArrayOutputStream();
            framed.write(0);
            framed.writeBytes(message.toByteArray());
            send(framed.toByteArray());
        }

        void send(byte[] bytes) {
            webSocket.sendBinary(ByteBuffer.wrap(bytes), true).join();
        }

        void sendText(String text) {
            webSocket.sendText(text, true).join();
        }

        /** The agent ends the connection as it should. */
        void close() {
            webSocket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        }

        ServerToAgent next() throws InterruptedException {
            return Optional.ofNullable(received.poll(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .orElseThrow(() -> new AssertionError("nothing came"));
        }

        int closeCode() {
            return closed.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
        }

        /** The network is gone. */
        void abort() {
            webSocket.abort();
        }

        boolean isOpen() {
            return !closed.isDone();
        }
    }
}
