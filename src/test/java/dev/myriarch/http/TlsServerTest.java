package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestCertificate;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsServerTest {
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    @TempDir private Path folder;

    private static TestServer start(TlsSettings settings, HttpHandler handler) throws IOException {
        return TestServer.start(HttpLimits.defaults(), TlsFiles.identity(settings), handler);
    }

    /** Answers with the subject of the client, or "none". */
    private static void whoAmI(HttpExchange exchange) throws IOException {
        List<X509Certificate> chain = PeerCertificates.of(exchange);
        String name =
                chain.isEmpty() ? "none" : chain.getFirst().getSubjectX500Principal().getName();
        byte[] body = name.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    private static void echo(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    private static HttpClient http(SSLContext context, String... protocols) {
        SSLParameters parameters = context.getDefaultSSLParameters();
        if (protocols.length > 0) {
            parameters.setProtocols(protocols);
        }
        return HttpClient.newBuilder()
                .sslContext(context)
                .sslParameters(parameters)
                .connectTimeout(WAIT)
                .build();
    }

    private static HttpResponse<String> get(HttpClient client, TestServer server)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(server.uri("/")).timeout(WAIT).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static SSLSocket connect(TestServer server, SSLContext context) throws IOException {
        Socket plain = server.connect();
        SSLSocket socket =
                (SSLSocket)
                        context.getSocketFactory()
                                .createSocket(plain, "127.0.0.1", plain.getPort(), true);
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static RawClient raw(TestServer server, SSLContext context) throws IOException {
        return new RawClient(connect(server, context));
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2, EC", "TLSv1.3, EC", "TLSv1.2, RSA", "TLSv1.3, RSA"})
    void bodiesOfAnySizeGoThereAndBack(String version, String key) throws Exception {
        TlsFiles files = key.equals("RSA") ? TlsFiles.rsa(folder) : TlsFiles.in(folder);
        try (TestServer server = start(files.settings(), TlsServerTest::echo);
                HttpClient client = http(files.client(), version)) {
            for (int size : new int[] {0, 1, 511, 512, 16_384, 16_385, 3_000_000}) {
                byte[] body = new byte[size];
                new Random(size).nextBytes(body);
                HttpResponse<byte[]> answer =
                        client.send(
                                HttpRequest.newBuilder(server.uri("/"))
                                        .timeout(WAIT)
                                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                                        .build(),
                                HttpResponse.BodyHandlers.ofByteArray());
                assertThat(answer.statusCode()).as("%d bytes", size).isEqualTo(200);
                assertThat(answer.body()).isEqualTo(body);
                assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo(version);
            }
            assertThat(server.http().stats().accepted()).isEqualTo(1);
        }
    }

    @Test
    void anOlderVersionThanAllowedIsRefused() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        try (TestServer server =
                        start(files.settings(TlsVersion.V1_3, WAIT), TlsServerTest::whoAmI);
                HttpClient old = http(files.client(), "TLSv1.2");
                HttpClient recent = http(files.client(), "TLSv1.3")) {
            assertThatThrownBy(() -> get(old, server)).isInstanceOf(SSLException.class);
            assertThat(get(recent, server).body()).isEqualTo("none");
            Await.until(
                    "the failure is counted",
                    WAIT,
                    () -> server.http().stats().failedHandshakes() > 0);
        }
    }

    @Test
    void aSuiteWithoutAuthenticatedEncryptionIsRefused() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        try (TestServer server = start(files.settings(), TlsServerTest::whoAmI);
                SSLSocket socket = connect(server, files.client())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.setEnabledCipherSuites(new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"});
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aClientMayShowACertificateAndHandlersSeeIt(String version) throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        SSLContext known = files.client(files.authority().issue("agent-7"));
        try (TestServer server = start(files.withClients(false), TlsServerTest::whoAmI);
                HttpClient with = http(known, version);
                HttpClient without = http(files.client(), version)) {
            assertThat(get(with, server).body()).isEqualTo("CN=agent-7");
            assertThat(get(without, server).body()).isEqualTo("none");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aRequiredCertificateThatIsMissingEndsTheHandshake(String version) throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        SSLContext known = files.client(files.authority().issue("agent-7"));
        try (TestServer server = start(files.withClients(true), TlsServerTest::whoAmI);
                HttpClient with = http(known, version);
                HttpClient without = http(files.client(), version)) {
            assertThat(get(with, server).body()).isEqualTo("CN=agent-7");
            assertThatThrownBy(() -> get(without, server)).isInstanceOf(IOException.class);
            assertThat(server.http().stats().requests()).isEqualTo(1);
            // The JDK's client may try again.
            Await.until(
                    "the failure is counted",
                    WAIT,
                    () -> server.http().stats().failedHandshakes() > 0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "TLSv1.2, true, stranger",
        "TLSv1.3, true, stranger",
        "TLSv1.2, false, stranger",
        "TLSv1.3, false, stranger",
        "TLSv1.3, false, expired",
    })
    void aCertificateThatDoesNotHoldIsRefusedWithAnAlert(
            String version, boolean required, String kind) throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        TestCertificate wrong =
                kind.equals("expired")
                        ? files.authority().issueExpired("agent-7")
                        : stranger().issue("agent-7");
        try (TestServer server = start(files.withClients(required), TlsServerTest::whoAmI);
                SSLSocket socket = connect(server, files.client(wrong))) {
            socket.setEnabledProtocols(new String[] {version});
            assertThatThrownBy(
                            () -> {
                                socket.getOutputStream()
                                        .write(GET.getBytes(StandardCharsets.US_ASCII));
                                socket.getInputStream().read();
                            })
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("certificate");
            assertThat(server.http().stats().requests()).isZero();
        }
    }

    /**
     * Another authority with the same name: a client has no reason to keep its certificate back.
     */
    private static TestCertificate stranger() {
        return TestCertificate.authority("authority");
    }

    @Test
    void namesThatAreAskedForMakeNoDifference() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        try (TestServer server = start(files.settings(), TlsServerTest::whoAmI);
                SSLSocket socket = connect(server, files.client());
                RawClient client = new RawClient(socket)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName("other.example")));
            socket.setSSLParameters(parameters);
            assertThat(client.send(GET).read().body()).isEqualTo("none");
        }
    }

    @Test
    void handshakesThatTakeTooLongAreEndedAndHoldNobodyUp() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        // Much longer than a handshake on a busy machine; the silent ones all wait for it.
        Duration limit = Duration.ofSeconds(3);
        try (TestServer server =
                        start(files.settings(TlsVersion.V1_2, limit), TlsServerTest::whoAmI);
                HttpClient good = http(files.client())) {
            List<RawClient> stuck = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                // The beginning of a ClientHello, at most.
                stuck.add(server.raw().send("\u0016\u0003\u0001".substring(0, i % 4)));
            }
            assertThat(get(good, server).body()).isEqualTo("none");
            for (RawClient client : stuck) {
                // An alert at most, and no reset.
                assertThat(client.rest().length()).isLessThan(20);
                client.close();
            }
            Await.until(
                    "they are forgotten",
                    WAIT,
                    () -> server.http().stats().failedHandshakes() == 40);
        }
    }

    @Test
    void aHeadThatDribblesOverTlsIsAnsweredWith408() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        HttpLimits limits =
                HttpLimits.defaults().withHead(new HttpLimits.Head(8192, 8192, 100, SHORT));
        try (TestServer server =
                TestServer.start(limits, files.identity(), TlsServerTest::whoAmI)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                clients.add(raw(server, files.client()).send("GET / HTTP/1.1\r\nX: "));
            }
            for (RawClient client : clients) {
                assertThat(client.read().status()).isEqualTo(408);
                assertThat(client.rest()).isEmpty();
                client.close();
            }
        }
    }

    @Test
    void aPeerThatReadsNothingIsReset() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        AtomicInteger failures = new AtomicInteger();
        HttpLimits.Connections old = HttpLimits.defaults().connections();
        HttpLimits limits =
                HttpLimits.defaults()
                        .withConnections(
                                new HttpLimits.Connections(
                                        10, 10, old.idleTimeout(), SHORT, 16 << 10, 100));
        try (TestServer server =
                        TestServer.start(
                                limits,
                                files.identity(),
                                exchange -> {
                                    exchange.sendResponseHeaders(200, 64 << 20);
                                    try {
                                        exchange.getResponseBody().write(new byte[64 << 20]);
                                    } catch (IOException failure) {
                                        failures.incrementAndGet();
                                        throw failure;
                                    }
                                });
                RawClient client = raw(server, files.client())) {
            client.send(GET);
            Await.until("the write fails", WAIT, () -> failures.get() == 1);
            Await.until(
                    "the connection is forgotten",
                    WAIT,
                    () -> server.http().stats().openConnections() == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void bothSidesEndWithCloseNotify(String version) throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        try (TestServer server = start(files.settings(), TlsServerTest::whoAmI)) {
            try (SSLSocket socket = connect(server, files.client());
                    RawClient client = new RawClient(socket)) {
                socket.setEnabledProtocols(new String[] {version});
                client.send(GET.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
                assertThat(client.read().body()).isEqualTo("none");
                // The JDK throws when the end comes without close_notify.
                assertThat(client.rest()).isEmpty();
            }
            try (SSLSocket socket = connect(server, files.client());
                    RawClient client = new RawClient(socket)) {
                socket.setEnabledProtocols(new String[] {version});
                assertThat(client.send(GET).read().body()).isEqualTo("none");
            }
            Await.until(
                    "both are forgotten", WAIT, () -> server.http().stats().openConnections() == 0);
        }
    }

    @Test
    void aRenegotiationIsRefused() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        try (TestServer server = start(files.settings(), TlsServerTest::whoAmI);
                SSLSocket socket = connect(server, files.client());
                RawClient client = new RawClient(socket)) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            assertThat(client.send(GET).read().body()).isEqualTo("none");
            socket.startHandshake();
            assertThatThrownBy(() -> client.send(GET).read()).isInstanceOf(IOException.class);
            Await.until(
                    "the connection is forgotten",
                    WAIT,
                    () -> server.http().stats().openConnections() == 0);
            assertThat(server.http().stats().requests()).isEqualTo(1);
        }
    }

    @Test
    void plainTextAndRubbishEndOnlyTheirOwnConnection() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        try (TestServer server = start(files.settings(), TlsServerTest::whoAmI);
                HttpClient good = http(files.client())) {
            for (String bytes :
                    List.of(GET, "\u0016\u0003\u0001\u0000\u0005hello", "\0".repeat(99))) {
                try (RawClient client = server.raw()) {
                    assertThat(client.send(bytes).rest()).doesNotContain("HTTP/");
                }
            }
            assertThat(get(good, server).body()).isEqualTo("none");
            assertThat(server.http().stats().badRequests()).isZero();
        }
    }

    @Test
    void stoppingDoesNotWaitForHandshakes() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        try (TestServer server = start(files.settings(), TlsServerTest::whoAmI);
                RawClient silent = server.raw()) {
            Await.until("it is accepted", WAIT, () -> server.http().stats().openConnections() == 1);
            server.http().stop(Duration.ofSeconds(5));
            // Not a reset, which is what comes at the deadline of the stop.
            assertThat(silent.rest().length()).isLessThan(20);
            assertThat(server.http().stats().failedHandshakes()).isEqualTo(1);
        }
    }

    @Test
    void aNewCertificateIsTakenOverAndAnUnusableOneIsNot() throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        SettableClock clock = new SettableClock(Instant.now());
        TlsIdentity identity = TlsIdentity.load(files.settings(), clock);
        try (TestServer server =
                TestServer.start(HttpLimits.defaults(), identity, TlsServerTest::whoAmI)) {
            assertThat(certificate(server, files)).isEqualTo("CN=server");
            TestCertificate next = files.renew("renewed");
            assertThat(certificate(server, files)).as("within a second").isEqualTo("CN=server");
            clock.advance(Duration.ofSeconds(1));
            assertThat(certificate(server, files)).isEqualTo("CN=renewed");

            files.authority().issue("other").writeCertificate(folder, "server");
            clock.advance(Duration.ofSeconds(1));
            assertThat(certificate(server, files)).as("key of another").isEqualTo("CN=renewed");
            Files.delete(files.certificateFile());
            clock.advance(Duration.ofSeconds(1));
            assertThat(certificate(server, files)).as("no file").isEqualTo("CN=renewed");
            next.writeCertificate(folder, "server");
            clock.advance(Duration.ofSeconds(1));
            assertThat(certificate(server, files)).isEqualTo("CN=renewed");
        }
    }

    private static String certificate(TestServer server, TlsFiles files) throws IOException {
        try (SSLSocket socket = connect(server, files.client())) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        }
    }
}
