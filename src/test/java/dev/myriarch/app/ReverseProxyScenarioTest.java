package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.ApiClient;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.DevServer;
import dev.myriarch.testing.NodePackages;
import dev.myriarch.testing.ProcessUnderTest;
import dev.myriarch.testing.QuickstartCopy;
import dev.myriarch.testing.ReverseProxy;
import dev.myriarch.testing.Skip;
import dev.myriarch.testing.Supervisor;
import dev.myriarch.testing.TcpProxy;
import dev.myriarch.testing.TestAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A server behind nginx and behind HAProxy, which end TLS, with the files of
 * examples/reverse-proxy. The proxy is at 127.0.0.1, which the server trusts; 127.0.0.2 is a
 * stranger.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReverseProxyScenarioTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final InetAddress STRANGER = InetAddress.ofLiteral("127.0.0.2");
    private static final String FORGED = "203.0.113.66";

    private static final Map<String, String> SETTINGS =
            Map.of(
                    "MYRIARCH_SERVER_TRUSTED_PROXIES", "127.0.0.1/32",
                    "MYRIARCH_SERVER_TLS_TERMINATED_UPSTREAM", "true");

    /** A masked close frame. */
    private static final byte[] CLOSE_1000 = {(byte) 0x88, (byte) 0x82, 0, 0, 0, 0, 3, (byte) 0xE8};

    @TempDir static Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private TestAuthority authority;
    private QuickstartCopy repository;
    private DevServer server;

    @BeforeAll
    void startServer() throws IOException {
        authority = new TestAuthority(folder);
        repository = QuickstartCopy.in(folder.resolve("repository"));
        server = start(0);
    }

    private DevServer start(int port) {
        return DevServer.start(repository.folder(), folder.resolve("state"), port, SETTINGS);
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
        open.clear();
    }

    private ReverseProxy proxy(ReverseProxy.Kind kind, int port) throws IOException {
        Path program = Skip.unlessInstalled(kind.program(), ReverseProxyScenarioTest.class);
        Path own = Files.createTempDirectory(folder, kind.program());
        ReverseProxy proxy = ReverseProxy.start(kind, program, own, port, authority);
        open.add(proxy);
        return proxy;
    }

    private ReverseProxy proxy(ReverseProxy.Kind kind) throws IOException {
        return proxy(kind, server.port());
    }

    private HttpClient client(HttpClient.Version version) {
        HttpClient client = authority.client().version(version).build();
        // Closing would wait for streams that a failed test left open.
        open.add(client::shutdownNow);
        return client;
    }

    private TestAgent agent(ReverseProxy proxy, String hostName) {
        TestAgent agent =
                TestAgent.connect(
                        authority.client().build(),
                        webSocket(proxy),
                        server.enrollmentToken(),
                        hostName);
        open.add(agent);
        return agent;
    }

    private static URI webSocket(ReverseProxy proxy) {
        return URI.create("wss://" + proxy.url().getAuthority() + "/v1/opamp");
    }

    private HttpRequest.Builder request(URI base, String path) {
        return HttpRequest.newBuilder(base.resolve(path))
                .timeout(SOON)
                .header("Authorization", "Bearer " + server.apiToken());
    }

    private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @ParameterizedTest
    @EnumSource
    void restPassesOverBothVersionsOfHttp(ReverseProxy.Kind kind) throws Exception {
        ReverseProxy proxy = proxy(kind);
        for (HttpClient.Version version : HttpClient.Version.values()) {
            HttpClient client = client(version);
            HttpResponse<String> info = send(client, request(proxy.url(), "/api/v1/system/info"));
            assertThat(info.version()).isEqualTo(version);
            assertThat(info.statusCode()).isEqualTo(200);
            // Only a caller over TLS is told to stay with it: the server knows what the proxy did.
            assertThat(info.headers().firstValue("Strict-Transport-Security")).isPresent();
            HttpRequest.Builder head = request(proxy.url(), "/").HEAD();
            assertThat(send(client, head).statusCode()).isEqualTo(200);
            HttpResponse<String> tooLarge =
                    send(
                            client,
                            request(proxy.url(), "/api/v1/auth/login")
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofByteArray(new byte[2 << 20])));
            // The server answers before it has read the body; the proxy must not take it for
            // broken.
            assertThat(tooLarge.statusCode()).isEqualTo(413);
            assertThat(send(client, request(proxy.url(), "/api/v1/agents")).statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void eventsPassOneByOne(ReverseProxy.Kind kind) throws Exception {
        ReverseProxy proxy = proxy(kind);
        for (HttpClient.Version version : HttpClient.Version.values()) {
            HttpClient client = client(version);
            HttpResponse<Stream<String>> stream =
                    client.send(
                            request(proxy.url(), "/api/v1/events/stream").build(),
                            BodyHandlers.ofLines());
            open.add(stream.body());
            Iterator<String> lines = stream.body().iterator();
            assertThat(lines.next()).isEqualTo(": connected");
            agent(proxy, "events-" + kind.program() + "-" + version);
            // The stream goes on, so whoever collects a bufferful first passes nothing on.
            assertThat(nextEvent(lines)).startsWith("event: agent");
        }
    }

    private static String nextEvent(Iterator<String> lines) {
        String line = lines.next();
        while (!line.startsWith("event: agent")) {
            line = lines.next();
        }
        return line;
    }

    @ParameterizedTest
    @EnumSource
    void agentsOnWebSocketsAndPlainHttpGetTheirConfiguration(ReverseProxy.Kind kind)
            throws Exception {
        NodePackages.install(ReverseProxyScenarioTest.class);
        ReverseProxy proxy = proxy(kind);
        TestAgent agent = agent(proxy, "socket-" + kind.program());
        Await.until("a configuration", SOON, () -> agent.hasConfigWith("receivers"));

        Map<String, String> environment =
                Map.of(
                        "ENDPOINT", proxy.url().resolve("/v1/opamp").toString(),
                        "TOKEN", server.enrollmentToken(),
                        "HOST_NAME", "plain-" + kind.program(),
                        "NODE_EXTRA_CA_CERTS", authority.file().toString());
        try (ProcessUnderTest node = NodePackages.run("opamp-client.mjs", environment)) {
            node.awaitLine("{\"event\":\"config\",", SOON);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theRealSupervisorIsInSync(ReverseProxy.Kind kind) throws Exception {
        Optional<Path> peers = Supervisor.folder();
        Skip.unless(
                peers.isPresent(),
                ReverseProxyScenarioTest.class,
                "MYRIARCH_TEST_PEERS names no folder with the real supervisor; scripts/peers builds"
                        + " it (needs a Go toolchain)");
        ReverseProxy proxy = proxy(kind);
        Path work = Files.createTempDirectory(folder, "supervisor");
        Supervisor supervisor =
                Supervisor.start(
                        Supervisor.Setup.secure(
                                peers.orElseThrow(),
                                proxy.url(),
                                authority.file(),
                                server.enrollmentToken(),
                                work));
        open.add(supervisor);
        // Only the supervisor reports health: the agents of the other tests do not.
        Await.until(
                "the supervisor runs its configuration",
                SOON,
                () ->
                        ApiClient.at(
                                        server.api()
                                                .get(
                                                        "/agents?configSync=in_sync&status=online&health=healthy"),
                                        "items.0")
                                .isPresent());
        supervisor.stop();
    }

    @ParameterizedTest
    @EnumSource
    void anUpgradeUsesAConnectionThatServedRequests(ReverseProxy.Kind kind) throws Exception {
        TcpProxy between = TcpProxy.to(server.port());
        open.add(between);
        ReverseProxy proxy = proxy(kind, between.port());
        try (Socket socket = connect(proxy)) {
            write(socket, "GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n");
            String first = head(socket);
            assertThat(first).startsWith("HTTP/1.1 200 ");
            int length =
                    Integer.parseInt(first.replaceFirst("(?is).*content-length: (\\d+).*", "$1"));
            socket.getInputStream().skipNBytes(length);
            write(socket, upgrade(server.enrollmentToken()));
            assertThat(head(socket)).startsWith("HTTP/1.1 101 ");
            socket.getOutputStream().write(CLOSE_1000);
            assertThat(socket.getInputStream().readNBytes(4))
                    .isEqualTo(new byte[] {(byte) 0x88, 2, 3, (byte) 0xE8});
        }
        assertThat(between.beginnings()).anyMatch(text -> text.startsWith("GET /healthz"));
        assertThat(between.beginnings()).noneMatch(text -> text.startsWith("GET /v1/opamp"));
    }

    private static String upgrade(String token) {
        return """
        GET /v1/opamp HTTP/1.1\r
        Host: a.example\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Authorization: Bearer %s\r
        \r
        """
                .formatted(token);
    }

    private Socket connect(ReverseProxy proxy) throws IOException {
        Socket socket =
                authority
                        .context()
                        .getSocketFactory()
                        .createSocket(proxy.url().getHost(), proxy.url().getPort());
        socket.setSoTimeout((int) SOON.toMillis());
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Everything up to the empty line. */
    private static String head(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new IOException("the connection ended after: " + head);
            }
            head.append((char) next);
        }
        return head.toString();
    }

    @ParameterizedTest
    @EnumSource
    void forwardedAddressesCountFromTheProxyOnly(ReverseProxy.Kind kind) throws Exception {
        Skip.unless(
                isOwn(STRANGER),
                ReverseProxyScenarioTest.class,
                "127.0.0.2 is no address of this machine (macOS: ifconfig lo0 alias 127.0.0.2)");
        ReverseProxy proxy = proxy(kind);
        try (HttpClient stranger = authority.client().localAddress(STRANGER).build();
                HttpClient direct = HttpClient.newBuilder().localAddress(STRANGER).build()) {
            send(stranger, forged(proxy.url(), "/api/v1/through-" + kind.program()));
            assertThat(clientOf("/api/v1/through-" + kind.program())).isEqualTo("127.0.0.2");

            HttpResponse<String> answer =
                    send(direct, forged(server.url(), "/api/v1/around-" + kind.program()));
            assertThat(clientOf("/api/v1/around-" + kind.program())).isEqualTo("127.0.0.2");
            assertThat(answer.headers().firstValue("Strict-Transport-Security")).isEmpty();
        }
    }

    private static boolean isOwn(InetAddress address) {
        try (ServerSocket socket = new ServerSocket(0, 1, address)) {
            return socket.isBound();
        } catch (IOException elsewhere) {
            return false;
        }
    }

    private HttpRequest.Builder forged(URI base, String path) {
        return request(base, path)
                .header("X-Forwarded-For", FORGED)
                .header("X-Forwarded-Proto", "https");
    }

    /** The client of the only request for {@code path}, in the access log. */
    private String clientOf(String path) {
        String line =
                Await.present(
                        "a line of the access log about " + path,
                        SOON,
                        () ->
                                server.process().errors().stream()
                                        .filter(text -> text.contains(path + " "))
                                        .findFirst());
        return line.replaceFirst(".* client=(\\S+).*", "$1");
    }

    @ParameterizedTest
    @EnumSource
    void aStopOfTheServerIsInOrderAndTheNextOneIsFound(ReverseProxy.Kind kind) throws Exception {
        ReverseProxy proxy = proxy(kind);
        HttpClient client = client(HttpClient.Version.HTTP_1_1);
        TestAgent agent = agent(proxy, "stop-" + kind.program());
        Await.until("a configuration", SOON, () -> agent.hasConfigWith("receivers"));
        HttpResponse<Stream<String>> stream =
                client.send(
                        request(proxy.url(), "/api/v1/events/stream").build(),
                        BodyHandlers.ofLines());
        Iterator<String> lines = stream.body().iterator();
        assertThat(lines.next()).isEqualTo(": connected");

        int port = server.port();
        assertThat(server.stop()).isZero();
        assertThat(agent.closed().get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1001);
        // The stream ends as it should: a cut one would be an exception here.
        lines.forEachRemaining(_ -> {});
        assertThat(status(client, proxy)).isIn(502, 503);

        server = start(port);
        Await.until("the server is found again", SOON, () -> status(client, proxy) == 200);
        TestAgent back = agent(proxy, "back-" + kind.program());
        Await.until("a configuration", SOON, () -> back.hasConfigWith("receivers"));
    }

    private int status(HttpClient client, ReverseProxy proxy) {
        try {
            return send(client, request(proxy.url(), "/api/v1/agents")).statusCode();
        } catch (IOException e) {
            throw new AssertionError("the proxy gives no answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
