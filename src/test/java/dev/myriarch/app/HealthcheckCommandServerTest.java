package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.ThreadHttpServer;
import dev.myriarch.http.TlsFiles;
import dev.myriarch.http.TlsIdentity;
import dev.myriarch.http.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server that answers what the test wants; the real one is in the scenario tests. */
class HealthcheckCommandServerTest {
    private static final String TOKEN = "myre_" + "a".repeat(32);

    @TempDir private Path folder;

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final String url;
    private volatile int readiness = 200;
    private volatile int upgrade = 401;

    HealthcheckCommandServerTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        url = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @BeforeEach
    void start() {
        server.createContext(
                "/",
                exchange -> {
                    String path = exchange.getRequestURI().toString();
                    String credentials =
                            String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
                    requests.add(path + " " + credentials);
                    int status = path.equals("/readyz") ? readiness : upgrade;
                    exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/other");
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private CommandRun check(String... options) {
        List<String> all = new ArrayList<>(List.of("healthcheck", "--url", url));
        all.addAll(Arrays.asList(options));
        return CommandRun.of(all.toArray(new String[0]));
    }

    private String tokenFile(String content) throws IOException {
        return Files.writeString(folder.resolve("token"), content).toString();
    }

    @Test
    void readyServerThatWantsATokenIsHealthy() {
        CommandRun run = check();
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .containsExactly(
                        "readyz ok: GET " + url + "/readyz answered 200",
                        "opamp ok: the upgrade at /v1/opamp was refused with 401 (no token given,"
                                + " as expected)");
        assertThat(requests).containsExactly("/readyz null", "/v1/opamp null");
    }

    @Test
    void serverThatIsNotReadyIsNotAskedFurther() {
        readiness = 503;
        CommandRun run = check();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo(
                        "myriarchd: readyz failed: GET %s/readyz answered 503, want 200: the server is not ready, its log names the cause%n"
                                .formatted(url));
        assertThat(requests).hasSize(1);
    }

    @Test
    void redirectIsNotFollowed() {
        readiness = 302;
        assertThat(check().code()).isEqualTo(1);
        assertThat(check().err()).contains("answered 302, want 200");
        readiness = 200;
        upgrade = 307;
        CommandRun run = check("--opamp-path", "/other/path");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("opamp failed: the upgrade at /other/path answered 307, want 101 or 401");
    }

    @Test
    void refusedTokenIsNotHealthyAndNotShown() throws IOException {
        CommandRun run = check("--token-file", tokenFile("  " + TOKEN + "\n"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("answered 401, want 101").doesNotContain(TOKEN);
        assertThat(requests).containsExactly("/readyz null", "/v1/opamp Bearer " + TOKEN);
    }

    @Test
    void otherSecretsAreRefusedBeforeAnyRequest() throws IOException {
        for (String content :
                List.of("", "postgres://u:p@h/d", "myra_" + "a".repeat(32), TOKEN + "\n" + TOKEN)) {
            CommandRun run = check("--token-file", tokenFile(content));
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("holds no enrollment token");
        }
        assertThat(check("--token-file", tokenFile(TOKEN + " ".repeat(4096))).code()).isEqualTo(2);
        assertThat(check("--token-file", folder.toString()).code()).isEqualTo(2);
        assertThat(check("--ca-file", tokenFile("no certificate")).code()).isEqualTo(2);
        assertThat(requests).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://localhost",
                "localhost:8080",
                "http://",
                "http://u:hunter2@localhost",
                "http://localhost/path",
                "http://localhost?a=b",
                "http://localhost#a",
                "http://local host",
                "http://localhost:0",
                "http://localhost:65536",
                "",
            })
    void otherUrlsAreWrongUsage(String wrong) {
        CommandRun run = CommandRun.of("healthcheck", "--url", wrong);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--url must be").doesNotContain("hunter2");
    }

    @Test
    void otherUsageIsWrongToo() {
        assertThat(check("--timeout", "0s").code()).isEqualTo(2);
        assertThat(check("--timeout", "soon").code()).isEqualTo(2);
        assertThat(check("--opamp-path", "v1").code()).isEqualTo(2);
        assertThat(check("--unknown").code()).isEqualTo(2);
        assertThat(requests).isEmpty();
    }

    @Test
    void nobodyThereIsNoAnswer() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        CommandRun run = CommandRun.of("healthcheck", "--url", "http://127.0.0.1:" + free);
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).startsWith("myriarchd: readyz failed: GET http://127.0.0.1:" + free);
    }

    @Test
    void silenceIsNoAnswer() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            CommandRun run =
                    CommandRun.of(
                            "healthcheck",
                            "--url",
                            "http://127.0.0.1:" + silent.getLocalPort(),
                            "--timeout",
                            "300ms");
            assertThat(run.code()).isEqualTo(3);
        }
    }

    @Test
    void certificateIsCheckedAgainstTheGivenAuthorityAndNoOther() throws IOException {
        Path here = Files.createDirectories(folder.resolve("here"));
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        TlsFiles files = TlsFiles.in(here);
        TlsFiles others = TlsFiles.in(elsewhere);
        TlsIdentity identity =
                TlsIdentity.load(
                        TlsSettings.of(files.certificateFile(), files.keyFile()),
                        InstantSource.system());
        ThreadHttpServer secure =
                ThreadHttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        HttpLimits.defaults(),
                        Optional.of(identity));
        secure.createContext(
                "/",
                exchange -> {
                    boolean probe = exchange.getRequestURI().getPath().equals("/readyz");
                    exchange.sendResponseHeaders(probe ? 200 : 401, -1);
                    exchange.close();
                });
        secure.start();
        try {
            String address = "https://127.0.0.1:" + secure.getAddress().getPort();

            CommandRun trusted =
                    CommandRun.of(
                            "healthcheck",
                            "--url",
                            address,
                            "--ca-file",
                            files.authorityFile().toString());
            assertThat(trusted.code()).as(trusted.err()).isZero();
            assertThat(trusted.out().getFirst())
                    .isEqualTo("readyz ok: GET " + address + "/readyz answered 200");

            CommandRun foreign =
                    CommandRun.of(
                            "healthcheck",
                            "--url",
                            address,
                            "--ca-file",
                            others.authorityFile().toString());
            assertThat(foreign.code()).isEqualTo(3);
            assertThat(foreign.err()).startsWith("myriarchd: readyz failed: GET " + address);
            assertThat(CommandRun.of("healthcheck", "--url", address).code()).isEqualTo(3);
            assertThat(
                            CommandRun.of(
                                            "healthcheck",
                                            "--url",
                                            address,
                                            "--ca-file",
                                            files.keyFile().toString())
                                    .code())
                    .isEqualTo(2);
        } finally {
            secure.stop(0);
        }
    }
}
