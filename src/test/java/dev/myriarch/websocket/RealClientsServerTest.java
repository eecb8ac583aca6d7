package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Sha256;
import dev.myriarch.testing.NodePackages;
import dev.myriarch.testing.ProcessUnderTest;
import dev.myriarch.testing.Skip;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that nobody here wrote: undici, ws, Node, curl and the one of the JDK. */
class RealClientsServerTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final byte[] BODY = new byte[300_000];

    @TempDir private Path folder;
    private PeerServer server;

    @BeforeEach
    void start() throws IOException {
        server = PeerServer.start(Files.createDirectory(folder.resolve("files")));
        Arrays.fill(BODY, (byte) 'm');
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String digest(byte[] body) {
        return body.length + " " + Sha256.hex(body);
    }

    @Test
    void undiciAndWsPassEveryCheck() {
        NodePackages.install(RealClientsServerTest.class);
        String base = server.uri("").toString();
        try (ProcessUnderTest node = NodePackages.run("peers.mjs", Map.of("BASE", base))) {
            node.awaitLine("done", LIMIT);
            assertThat(node.output())
                    .filteredOn(line -> !line.startsWith("ok "))
                    .containsExactly("done");
            assertThat(node.output()).hasSize(19);
        }
    }

    @Test
    void curlKeepsItsConnectionForGetHeadAndErrors() {
        String get = server.uri("/api/agents").toString();
        List<String> lines =
                curl(
                        "--write-out",
                        "%{http_code} %{size_download} %{num_connects}\n",
                        "--output",
                        "/dev/null",
                        get,
                        "--output",
                        "/dev/null",
                        server.uri("/api/nothing").toString(),
                        "--output",
                        "/dev/null",
                        get);

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).isEqualTo("200 1002 1");
        assertThat(lines.get(1)).startsWith("404 ").endsWith(" 0");
        assertThat(lines.get(2)).isEqualTo("200 1002 0");
        assertThat(curl("--head", get))
                .contains("Content-Length: 1002")
                .contains("HTTP/1.1 200 OK");
        assertThat(server.accepted()).isEqualTo(2);
    }

    @Test
    void curlUploadsInChunksAndWaitsForContinue() throws IOException {
        String file = Files.write(folder.resolve("body"), BODY).toString();
        String url = server.uri("/api/digest").toString();

        assertThat(
                        curl(
                                "--header",
                                "Transfer-Encoding: chunked",
                                "--header",
                                "Expect:",
                                "--data-binary",
                                "@" + file,
                                url))
                .containsExactly(digest(BODY));
        List<String> lines =
                curl(
                        "--header",
                        "Expect: 100-continue",
                        "--expect100-timeout",
                        "60",
                        "--dump-header",
                        "-",
                        "--data-binary",
                        "@" + file,
                        url);
        assertThat(lines).startsWith("HTTP/1.1 100 Continue").endsWith(digest(BODY));
    }

    @Test
    void curlUnpacksGzip() {
        assertThat(curl("--compressed", server.uri("/assets/app.js").toString()))
                .hasSize(200)
                .containsOnly("console.log('myriarch');");
        assertThat(
                        curl(
                                        "--header",
                                        "Accept-Encoding: gzip",
                                        "--write-out",
                                        "%header{content-encoding} %{size_download}",
                                        "--output",
                                        "/dev/null",
                                        server.uri("/assets/app.js").toString())
                                .getFirst())
                .startsWith("gzip ")
                .isNotEqualTo("gzip " + PeerServer.SCRIPT.length());
    }

    @Test
    void curlSeesEachEventBeforeTheNextIsSent() {
        requireCurl();
        String stream = server.uri("/api/stream").toString();
        try (ProcessUnderTest curl =
                ProcessUnderTest.start(
                        List.of("curl", "--silent", "--no-buffer", stream), folder, Map.of())) {
            curl.awaitLine(": open", LIMIT);
            for (int i = 1; i <= 3; i++) {
                curl("--request", "POST", server.uri("/api/next").toString());
                curl.awaitLine("data: {\"number\":" + i + "}", LIMIT);
            }
            assertThat(curl.awaitExit(LIMIT)).isZero();
        }
    }

    private List<String> curl(String... arguments) {
        requireCurl();
        List<String> command = new ArrayList<>(List.of("curl", "--silent", "--show-error"));
        command.addAll(List.of(arguments));
        try (ProcessUnderTest curl = ProcessUnderTest.start(command, folder, Map.of())) {
            assertThat(curl.awaitEnd(LIMIT)).as("curl: %s", curl.errors()).isZero();
            return curl.output();
        }
    }

    private static void requireCurl() {
        Skip.unlessInstalled("curl", RealClientsServerTest.class);
    }

    @Test
    void theJdkClientKeepsOneConnectionForEverything() throws Exception {
        try (HttpClient client = client()) {
            for (int i = 0; i < 5; i++) {
                HttpResponse<String> answer = send(client, request("/api/agents").build());
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).hasSize(1002);
            }
            HttpResponse<String> head = send(client, request("/api/agents").HEAD().build());
            assertThat(head.headers().firstValue("Content-Length")).contains("1002");
            assertThat(head.body()).isEmpty();
            HttpRequest chunked =
                    request("/api/digest")
                            .POST(
                                    BodyPublishers.ofInputStream(
                                            () -> new ByteArrayInputStream(BODY)))
                            .build();
            assertThat(send(client, chunked).body()).isEqualTo(digest(BODY));
            HttpRequest expecting =
                    request("/api/digest")
                            .expectContinue(true)
                            .POST(BodyPublishers.ofByteArray(BODY))
                            .build();
            assertThat(send(client, expecting).body()).isEqualTo(digest(BODY));
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void theJdkClientSeesEachEventBeforeTheNextIsSent() throws Exception {
        try (HttpClient client = client()) {
            Iterator<String> lines =
                    client.send(request("/api/stream").build(), BodyHandlers.ofLines())
                            .body()
                            .filter(line -> line.startsWith("data: "))
                            .iterator();
            for (int i = 1; i <= 3; i++) {
                HttpRequest next = request("/api/next").POST(BodyPublishers.noBody()).build();
                assertThat(send(client, next).statusCode()).isEqualTo(204);
                assertThat(lines.next()).isEqualTo("data: {\"number\":" + i + "}");
            }
            assertThat(lines.hasNext()).isFalse();
        }
    }

    private static HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    private HttpRequest.Builder request(String path) {
        URI uri = server.uri(path);
        return HttpRequest.newBuilder(uri).timeout(LIMIT);
    }

    private static HttpResponse<String> send(HttpClient client, HttpRequest request)
            throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }
}
