package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestCertificate;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientCertificatesServerTest {
    private static final TestCertificate AUTHORITY = TestCertificate.authority("agents");
    private static final TestCertificate AGENT = AUTHORITY.issue("agent-7");
    private static final TestCertificate OTHER = AUTHORITY.issue("somebody else");
    private static final ClientAddress PROXIES =
            new ClientAddress(List.of(Cidr.parse("127.0.0.0/8")));

    private final Path folder;
    private final SettableClock clock = new SettableClock(Instant.now());
    private final ClientAuthorities authorities;

    ClientCertificatesServerTest(@TempDir Path folder) {
        this.folder = folder;
        authorities = ClientAuthorities.load(AUTHORITY.writeCertificate(folder, "agents"), clock);
    }

    private static String der(TestCertificate certificate) {
        try {
            return Base64.getEncoder().encodeToString(certificate.certificate().getEncoded());
        } catch (CertificateEncodingException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static String escaped(TestCertificate certificate) {
        return URLEncoder.encode(certificate.pem(), StandardCharsets.US_ASCII).replace("+", "%20");
    }

    /** As the proxies of the world write it. */
    record Form(String proxy, String value) {
        @Override
        public String toString() {
            return proxy;
        }
    }

    static Stream<Form> forms() {
        String traefik = URLEncoder.encode(der(AGENT), StandardCharsets.US_ASCII);
        String envoy = "By=spiffe://a/b;Hash=00ff;Cert=\"" + escaped(AGENT) + "\"";
        return Stream.of(
                new Form("nginx", escaped(AGENT)),
                new Form(
                        "a load balancer that leaves +, / and = alone",
                        AGENT.pem().replace("\n", "%0A").replace(" ", "%20")),
                new Form("a proxy that sends the whole chain", escaped(AGENT) + escaped(AUTHORITY)),
                new Form("haproxy", der(AGENT)),
                new Form("Traefik", traefik),
                new Form("Traefik with a chain", traefik + "," + der(AUTHORITY)),
                new Form("RFC 9440", ":" + der(AGENT) + ":"),
                new Form("Envoy", envoy + ";Subject=\"CN=a,O=\\\"b;c\\\"\";URI=x;URI=y"),
                new Form(
                        "Envoy with a chain",
                        "Hash=00;chain=\"" + escaped(AGENT) + escaped(AUTHORITY) + "\""),
                new Form("Envoy behind Envoy", "Hash=11;Cert=\"" + escaped(OTHER) + "\"," + envoy));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void everyUsualFormIsRead(Form form) {
        assertThat(forwarded(form.value()))
                .isEqualTo(new ClientCertificate.Verified(AGENT.certificate()));
    }

    private ClientCertificate forwarded(String... lines) {
        return ClientCertificates.forwarded(List.of(lines), authorities);
    }

    static Stream<Form> damaged() {
        String pem = escaped(AGENT);
        return Stream.of(
                new Form("a word", "none"),
                new Form("half of it", pem.substring(0, pem.length() / 2)),
                new Form("a broken escape", pem.replaceFirst("%0A", "%0")),
                new Form("an escape that is cut off", pem + "%0"),
                new Form("a key", escaped(AGENT).replace("CERTIFICATE", "PRIVATE%20KEY")),
                new Form("something behind it", pem + "x"),
                new Form("another byte in it", der(AGENT) + ",AA=="),
                new Form("nothing but commas", ", ,"),
                new Form("too long a chain", der(AGENT) + ("," + der(AUTHORITY)).repeat(10)),
                new Form("Envoy without a certificate", "Hash=00;Subject=\"CN=a\""),
                new Form("Envoy with two", "Cert=\"" + pem + "\";Cert=\"" + pem + "\""),
                new Form("Envoy with a long text", "Subject=\"" + "\\\"a".repeat(20_000) + "\""),
                new Form("Envoy with an open quote", "Hash=00;Cert=\"" + pem),
                new Form("Envoy, a proxy before the nearest", "Cert=\"" + pem + "\",Hash=00"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("damaged")
    void anythingElseIsRejected(Form form) {
        assertThat(forwarded(form.value()))
                .isEqualTo(
                        new ClientCertificate.Rejected("the forwarded certificate cannot be read"));
    }

    @Test
    void whatNoAuthorityIssuedOrIsNotValidIsRejected() {
        ClientCertificate rejected =
                new ClientCertificate.Rejected(
                        "no client authority issued the certificate, or it is not valid");
        TestCertificate stranger = TestCertificate.authority("agents");
        assertThat(forwarded(escaped(stranger.issue("agent-7")))).isEqualTo(rejected);
        assertThat(forwarded(escaped(stranger.issue("agent-7")) + escaped(stranger)))
                .isEqualTo(rejected);
        assertThat(forwarded(escaped(AUTHORITY.issueExpired("agent-7")))).isEqualTo(rejected);
    }

    @Test
    void twoHeadersAreRejectedAndAnEmptyOneIsNone() {
        assertThat(forwarded(escaped(AGENT), escaped(AGENT)))
                .isEqualTo(
                        new ClientCertificate.Rejected(
                                "the header of the certificate occurs twice"));
        assertThat(forwarded("")).isEqualTo(new ClientCertificate.None());
        assertThat(forwarded()).isEqualTo(new ClientCertificate.None());
    }

    @Test
    void otherAuthoritiesAreTakenOverOnceTheyCanBeUsed() throws IOException {
        TestCertificate next = TestCertificate.authority("next");
        String agent = escaped(next.issue("agent-8"));
        assertThat(forwarded(agent)).isInstanceOf(ClientCertificate.Rejected.class);
        Files.writeString(folder.resolve("agents.crt"), "half");
        clock.advance(Duration.ofSeconds(2));
        assertThat(forwarded(escaped(AGENT))).isInstanceOf(ClientCertificate.Verified.class);
        next.writeCertificate(folder, "agents");
        clock.advance(Duration.ofSeconds(2));
        assertThat(forwarded(agent)).isInstanceOf(ClientCertificate.Verified.class);
        assertThat(forwarded(escaped(AGENT))).isInstanceOf(ClientCertificate.Rejected.class);
    }

    @Test
    void onlyATrustedProxyForwards() throws IOException {
        ClientAddress elsewhere = new ClientAddress(List.of(Cidr.parse("192.0.2.1")));
        String request = "GET / HTTP/1.1\r\nHost: a\r\nX-Client-Cert: " + escaped(AGENT);
        assertThat(
                        answer(
                                ClientCertificates.forwarded("X-Client-Cert", PROXIES, authorities),
                                request))
                .isEqualTo("CN=agent-7");
        assertThat(
                        answer(
                                ClientCertificates.forwarded(
                                        "X-Client-Cert", elsewhere, authorities),
                                request))
                .isEqualTo("none");
        assertThat(answer(ClientCertificates.direct(), request)).isEqualTo("none");
    }

    private static String answer(ClientCertificates certificates, String request)
            throws IOException {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                exchange ->
                                        Fallback.text(
                                                exchange, 200, name(certificates.of(exchange))));
                RawClient client = server.raw()) {
            return client.send(request + "\r\n\r\n").read().body().strip();
        }
    }

    private static String name(ClientCertificate certificate) {
        return switch (certificate) {
            case ClientCertificate.None _ -> "none";
            case ClientCertificate.Rejected _ -> "rejected";
            case ClientCertificate.Verified(X509Certificate verified) ->
                    verified.getSubjectX500Principal().getName();
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theCertificateOfAProxyIsNotThatOfTheAgentBehindIt(boolean behindProxy) throws Exception {
        TlsFiles files = TlsFiles.in(folder);
        ClientAuthorities own = ClientAuthorities.load(files.authorityFile(), clock);
        ClientCertificates certificates =
                ClientCertificates.forwarded(
                        "X-Client-Cert", behindProxy ? PROXIES : new ClientAddress(List.of()), own);
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                TlsFiles.identity(files.withClients(false)),
                                exchange ->
                                        Fallback.text(
                                                exchange, 200, name(certificates.of(exchange))));
                HttpClient client =
                        HttpClient.newBuilder()
                                .sslContext(files.client(files.authority().issue("proxy")))
                                .build()) {
            String body =
                    client.send(
                                    HttpRequest.newBuilder(server.uri("/")).build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body();
            assertThat(body.strip()).isEqualTo(behindProxy ? "none" : "CN=proxy");
        }
    }
}
