package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentServerTest {
    private static final String TAG = "\"v1\"";
    private static final String CHANGED = "Sun, 06 Nov 1994 08:49:37 GMT";
    private static final Instant CHANGED_AT = Instant.parse("1994-11-06T08:49:37.5Z");

    @TempDir private Path folder;

    private Path file(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), content);
        Files.setLastModifiedTime(file, FileTime.from(CHANGED_AT));
        return file;
    }

    private static TestServer serve(ApiHandler handler) throws IOException {
        return serve(HttpLimits.defaults(), handler);
    }

    private static TestServer serve(HttpLimits limits, ApiHandler handler) throws IOException {
        RouterOptions options =
                RouterOptions.of(
                        "/api", 1000, new ClientAddress(List.of()), InstantSource.system());
        Route route = new Route("GET", "/x", "get", "public");
        return TestServer.start(
                limits, new Router(options, List.of(route), Map.of("get", handler), List.of()));
    }

    private TestServer serveFile(String content) throws IOException {
        Path file = file(content);
        return serve(_ ->
                new ApiResponse.Content(
                        ContentSource.ofFile(file),
                        "application/gzip",
                        TAG,
                        Map.of("Content-Disposition", "attachment")));
    }

    private static RawClient.Answer ask(TestServer server, String method, String... headers)
            throws IOException {
        try (RawClient client = server.raw()) {
            String lines = String.join("", List.of(headers).stream().map(h -> h + "\r\n").toList());
            client.send(method + " /api/x HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n");
            return method.equals("HEAD") ? client.readHead() : client.read();
        }
    }

    @Test
    void aFileIsSentWithWhatItsNextVersionIsToldByIt() throws IOException {
        try (TestServer server = serveFile("0123456789")) {
            RawClient.Answer answer = ask(server, "GET");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("0123456789");
            assertThat(answer.header("ETag")).contains(TAG);
            assertThat(answer.header("Last-Modified")).contains(CHANGED);
            assertThat(answer.header("Accept-Ranges")).contains("bytes");
            assertThat(answer.header("Content-Type")).contains("application/gzip");
            assertThat(answer.header("Content-Disposition")).contains("attachment");
            RawClient.Answer head = ask(server, "HEAD", "Range: bytes=1-2");
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("Content-Length")).contains("10");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=2-4, 206, bytes 2-4/10, 234",
        "bytes=-3, 206, bytes 7-9/10, 789",
        "bytes=8-, 206, bytes 8-9/10, 89",
        "bytes=10-, 416, bytes */10, ''",
        "'bytes=0-1,3-4', 200, , 0123456789",
        "nonsense, 200, , 0123456789"
    })
    void aRangeIsSentOrRefused(String range, int status, String contentRange, String body)
            throws IOException {
        try (TestServer server = serveFile("0123456789")) {
            RawClient.Answer answer = ask(server, "GET", "Range: " + range);
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.header("Content-Range").orElse(null)).isEqualTo(contentRange);
            assertThat(answer.header("Content-Length")).contains("" + body.length());
            assertThat(answer.body()).isEqualTo(body);
            assertThat(answer.header("Content-Type").isPresent()).isEqualTo(status != 416);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "If-Range: \"v1\" | 206",
                "If-Range: \"v0\" | 200",
                "If-Range: W/\"v1\" | 200",
                "If-Range: Sun, 06 Nov 1994 08:49:37 GMT | 206",
                "If-Range: Sun, 06 Nov 1994 08:49:38 GMT | 200",
                "If-Range: yesterday | 200",
                "If-None-Match: \"v0\" | 206",
                "If-None-Match: \"v0\", W/\"v1\" | 304",
                "If-None-Match: * | 304",
                "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT | 304",
                "If-Modified-Since: Sunday, 06-Nov-94 08:49:37 GMT | 304",
                "If-Modified-Since: Sun Nov  6 08:49:37 1994 | 304",
                "If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT | 206",
                "If-Modified-Since: never | 206",
                "If-Match: \"v0\", \"v1\" | 206",
                "If-Match: * | 206",
                "If-Match: \"v0\" | 412",
                "If-Match: W/\"v1\" | 412",
                "If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT | 206",
                "If-Unmodified-Since: Sun, 06 Nov 1994 08:49:36 GMT | 412"
            })
    void conditionsComeBeforeTheRange(String condition, int status) throws IOException {
        try (TestServer server = serveFile("0123456789")) {
            RawClient.Answer answer = ask(server, "GET", condition, "Range: bytes=0-0");
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.header("ETag")).contains(TAG);
            assertThat(answer.header("Content-Range").isPresent()).isEqualTo(status == 206);
        }
    }

    @Test
    void theFirstConditionOfTheOrderOfTheRfcCounts() throws IOException {
        try (TestServer server = serveFile("0123456789")) {
            assertThat(
                            ask(
                                            server,
                                            "GET",
                                            "If-None-Match: \"v0\"",
                                            "If-Modified-Since: " + CHANGED)
                                    .status())
                    .isEqualTo(200);
            assertThat(ask(server, "GET", "If-Match: \"v0\"", "If-None-Match: \"v1\"").status())
                    .isEqualTo(412);
            assertThat(
                            ask(
                                            server,
                                            "GET",
                                            "If-Match: \"v1\"",
                                            "If-Unmodified-Since: Sun, 06 Nov 1994 08:49:36 GMT")
                                    .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void anEmptyFileIsSent() throws IOException {
        try (TestServer server = serveFile("")) {
            RawClient.Answer answer = ask(server, "GET");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Content-Length")).contains("0");
        }
    }

    @Test
    void aLargeFileArrivesWholeAndInParts() throws IOException {
        byte[] bytes = new byte[300_000];
        Random random = new Random(5);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ('a' + random.nextInt(26));
        }
        String content = new String(bytes, StandardCharsets.US_ASCII);
        Files.write(folder.resolve("large"), bytes);
        Path large = folder.resolve("large");
        try (TestServer server =
                serve(_ ->
                        new ApiResponse.Content(
                                ContentSource.ofFile(large),
                                "application/octet-stream",
                                "",
                                Map.of()))) {
            assertThat(ask(server, "GET").body()).isEqualTo(content);
            assertThat(ask(server, "GET", "Range: bytes=70000-250000").body())
                    .isEqualTo(content.substring(70_000, 250_001));
        }
    }

    @Test
    void aFileThatBecomesShorterCutsTheConnection() throws IOException {
        Path file = file("0123456789");
        ContentSource before = ContentSource.ofFile(file);
        Files.writeString(file, "01234");
        try (TestServer server =
                        serve(_ -> new ApiResponse.Content(before, "text/plain", "", Map.of()));
                RawClient client = server.raw()) {
            client.send("GET /api/x HTTP/1.1\r\nHost: a\r\n\r\n");
            byte[] all = readToEnd(client);
            assertThat(new String(all, StandardCharsets.ISO_8859_1))
                    .doesNotContain("0123456789")
                    .doesNotContain("HTTP/1.1 500");
        }
    }

    private static byte[] readToEnd(RawClient client) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        try {
            int count = client.socket().getInputStream().read(buffer);
            while (count >= 0) {
                all.write(buffer, 0, count);
                count = client.socket().getInputStream().read(buffer);
            }
        } catch (SocketException reset) {
            all.write('!');
        }
        return all.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({"-1, Transfer-Encoding, chunked", "11, Content-Length, 11"})
    void aStreamIsSentWhileItIsMade(long length, String header, String value) throws IOException {
        OptionalLong known = length < 0 ? OptionalLong.empty() : OptionalLong.of(length);
        try (TestServer server =
                serve(_ ->
                        new ApiResponse.Stream(
                                "text/plain",
                                known,
                                out -> {
                                    out.write("hello ".getBytes(StandardCharsets.US_ASCII));
                                    out.flush();
                                    out.write("world".getBytes(StandardCharsets.US_ASCII));
                                },
                                Map.of("X-More", "yes")))) {
            RawClient.Answer answer = ask(server, "GET");
            assertThat(answer.body()).isEqualTo("hello world");
            assertThat(answer.header(header)).contains(value);
            assertThat(answer.header("X-More")).contains("yes");
            assertThat(ask(server, "HEAD").status()).isEqualTo(200);
        }
    }

    @Test
    void aStreamThatFailsIsNotEndedAsIfItWereWhole() throws IOException {
        try (TestServer server =
                        serve(_ ->
                                new ApiResponse.Stream(
                                        "text/plain",
                                        OptionalLong.empty(),
                                        out -> {
                                            out.write('a');
                                            out.flush();
                                            throw new IOException("as asked");
                                        },
                                        Map.of()));
                RawClient client = server.raw()) {
            client.send("GET /api/x HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(new String(readToEnd(client), StandardCharsets.ISO_8859_1))
                    .contains("1\r\na\r\n")
                    .doesNotContain("0\r\n\r\n");
        }
    }

    @Test
    void aClientThatTakesNothingHoldsTheStreamBackAndIsCutOff() throws Exception {
        HttpLimits limits = HttpLimits.defaults();
        HttpLimits.Connections connections = limits.connections();
        HttpLimits impatient =
                limits.withConnections(
                        new HttpLimits.Connections(
                                connections.max(),
                                connections.backlog(),
                                connections.idleTimeout(),
                                Duration.ofMillis(500),
                                connections.sendBufferBytes(),
                                connections.drainPerSecond()));
        AtomicLong written = new AtomicLong();
        CompletableFuture<Boolean> failed = new CompletableFuture<>();
        byte[] piece = new byte[64 << 10];
        long endless = 1L << 30;
        try (TestServer server =
                        serve(
                                impatient,
                                _ ->
                                        new ApiResponse.Stream(
                                                "application/octet-stream",
                                                OptionalLong.of(endless),
                                                out -> {
                                                    try {
                                                        while (written.get() < endless) {
                                                            out.write(piece);
                                                            written.addAndGet(piece.length);
                                                        }
                                                    } catch (IOException cut) {
                                                        failed.complete(true);
                                                        throw cut;
                                                    }
                                                },
                                                Map.of()));
                RawClient client = server.raw()) {
            client.send("GET /api/x HTTP/1.1\r\nHost: a\r\n\r\n");
            Await.until("the stream is cut off", Duration.ofSeconds(60), failed::isDone);
            // What the two kernels hold; far from everything.
            assertThat(written.get()).isLessThan(64 << 20);
        }
    }
}
