package dev.myriarch.app;

import com.google.protobuf.ByteString;
import dev.myriarch.base.UuidV7;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.AgentConfigFile;
import dev.myriarch.opamp.proto.AgentConfigMap;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentRemoteConfig;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.ComponentHealth;
import dev.myriarch.opamp.proto.EffectiveConfig;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.RemoteConfigStatus;
import dev.myriarch.opamp.proto.RemoteConfigStatuses;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.opamp.proto.ServerToAgentFlags;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/** A collector on the JDK's WebSocket client: it applies every configuration it is offered. */
final class TestAgent implements WebSocket.Listener, AutoCloseable {
    /** Status, accepts and reports remote configuration, reports health. */
    private static final long CAPABILITIES = 0x1 | 0x2 | 0x800 | 0x1000;

    private static final long FULL_STATE =
            ServerToAgentFlags.ServerToAgentFlags_ReportFullState_VALUE;

    private final AgentId id = new AgentId(UuidV7.create(Instant.now()));
    private final ReentrantLock sending = new ReentrantLock();
    private final List<String> configs = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream partial = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final HttpClient client;
    private final WebSocket socket;
    private CompletableFuture<WebSocket> sent;
    private long sequence;
    private final String hostName;
    private final AtomicInteger fullStateRequests = new AtomicInteger();
    private volatile Optional<ComponentHealth> health = Optional.empty();
    private volatile Optional<RemoteConfigStatus> status = Optional.empty();

    private TestAgent(HttpClient client, URI endpoint, String token, String hostName) {
        this.client = client;
        this.hostName = hostName;
        socket =
                client.newWebSocketBuilder()
                        .header("Authorization", "Bearer " + token)
                        .buildAsync(endpoint, this)
                        .join();
        sent = CompletableFuture.completedFuture(socket);
    }

    /** Connects and describes itself as a collector on a Linux host. */
    static TestAgent connect(URI endpoint, String token, String hostName) {
        return connect(HttpClient.newHttpClient(), endpoint, token, hostName);
    }

    /** As {@link #connect(URI, String, String)} with a client of its own, which it closes. */
    static TestAgent connect(HttpClient client, URI endpoint, String token, String hostName) {
        TestAgent agent = new TestAgent(client, endpoint, token, hostName);
        WebSocket _ = agent.send(agent.fullState()).join();
        return agent;
    }

    private AgentToServer.Builder fullState() {
        AgentToServer.Builder message =
                message()
                        .setAgentDescription(
                                AgentDescription.newBuilder()
                                        .addIdentifyingAttributes(
                                                attribute("service.name", "otelcol-contrib"))
                                        .addIdentifyingAttributes(
                                                attribute("service.version", "0.149.0"))
                                        .addNonIdentifyingAttributes(attribute("os.type", "linux"))
                                        .addNonIdentifyingAttributes(
                                                attribute("host.name", hostName)));
        health.ifPresent(message::setHealth);
        status.ifPresent(message::setRemoteConfigStatus);
        return message;
    }

    /** Says how it is, once; it says so again when it is asked for everything. */
    void reportHealth(boolean healthy, String error) {
        ComponentHealth report =
                ComponentHealth.newBuilder().setHealthy(healthy).setLastError(error).build();
        health = Optional.of(report);
        WebSocket _ = send(message().setHealth(report)).join();
    }

    /** Says nothing but that it is there. */
    void heartbeat() {
        WebSocket _ = send(message()).join();
    }

    /** How often it was asked for everything. */
    int fullStateRequests() {
        return fullStateRequests.get();
    }

    private static KeyValue attribute(String key, String value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setStringValue(value))
                .build();
    }

    private AgentToServer.Builder message() {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(id.toBytes()))
                .setCapabilities(CAPABILITIES);
    }

    /** Reports {@code body} as the configuration that it runs with. */
    void reportEffective(String body) {
        WebSocket _ =
                send(message()
                                .setEffectiveConfig(
                                        EffectiveConfig.newBuilder()
                                                .setConfigMap(
                                                        AgentConfigMap.newBuilder()
                                                                .putConfigMap(
                                                                        "",
                                                                        AgentConfigFile.newBuilder()
                                                                                .setBody(
                                                                                        ByteString
                                                                                                .copyFromUtf8(
                                                                                                        body))
                                                                                .setContentType(
                                                                                        "text/yaml")
                                                                                .build()))))
                        .join();
    }

    AgentId id() {
        return id;
    }

    /** One message after the other: the client refuses a second before the first is sent. */
    private CompletableFuture<WebSocket> send(AgentToServer.Builder message) {
        sending.lock();
        try {
            ByteArrayOutputStream framed = new ByteArrayOutputStream();
            framed.write(0);
            framed.writeBytes(message.setSequenceNum(sequence++).build().toByteArray());
            ByteBuffer bytes = ByteBuffer.wrap(framed.toByteArray());
            sent =
                    sent.handle((_, _) -> socket())
                            .thenCompose(free -> free.sendBinary(bytes, true));
            return sent.copy();
        } finally {
            sending.unlock();
        }
    }

    private WebSocket socket() {
        return socket;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        partial.writeBytes(bytes);
        from.request(1);
        if (!last) {
            return CompletableFuture.completedStage(null);
        }
        byte[] whole = partial.toByteArray();
        partial.reset();
        try {
            ServerToAgent message = ServerToAgent.parser().parseFrom(whole, 1, whole.length - 1);
            if (message.hasRemoteConfig()) {
                return apply(message.getRemoteConfig());
            }
            if ((message.getFlags() & FULL_STATE) != 0) {
                fullStateRequests.incrementAndGet();
                return send(fullState());
            }
            return CompletableFuture.completedStage(null);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        closed.complete(code);
        return CompletableFuture.completedStage(null);
    }

    /** The close code of the server, as soon as there is one. */
    CompletableFuture<Integer> closed() {
        return closed.copy();
    }

    private CompletionStage<?> apply(AgentRemoteConfig config) {
        configs.add(
                config.getConfig().getConfigMapMap().values().stream()
                        .map(file -> file.getBody().toStringUtf8())
                        .collect(Collectors.joining()));
        RemoteConfigStatus applied =
                RemoteConfigStatus.newBuilder()
                        .setLastRemoteConfigHash(config.getConfigHash())
                        .setStatus(RemoteConfigStatuses.RemoteConfigStatuses_APPLIED)
                        .build();
        status = Optional.of(applied);
        return send(message().setRemoteConfigStatus(applied));
    }

    /** Every configuration so far, in order. */
    List<String> configs() {
        return List.copyOf(configs);
    }

    boolean hasConfigWith(String text) {
        return configs.stream().anyMatch(config -> config.contains(text));
    }

    @Override
    public void close() {
        socket.abort();
        client.shutdownNow();
    }
}
