package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaticFilesServerTest {
    private static final ClientAddress CLIENTS =
            new ClientAddress(List.of(Cidr.parse("127.0.0.0/8")));
    private static final HttpHandler UI = StaticFiles.ofClassPath("dev/myriarch/http/ui", CLIENTS);

    private static RawClient.Answer get(TestServer server, String path, String... headers)
            throws IOException {
        return send(server, "GET", path, headers);
    }

    private static RawClient.Answer send(
            TestServer server, String method, String path, String... headers) throws IOException {
        try (RawClient client = server.raw()) {
            String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
            client.send(method + " " + path + " HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n");
            return method.equals("HEAD") ? client.readHead() : client.read();
        }
    }

    @Test
    void pagesOfTheApplicationGetTheIndex() throws IOException {
        try (TestServer server = TestServer.start(HttpLimits.defaults(), UI)) {
            for (String path :
                    List.of(
                            "/",
                            "/index.html",
                            "/agents",
                            "/fleets/a.b",
                            "/agents/x/config?a=b",
                            "/nothing.png",
                            "/%2f",
                            "/assets",
                            "/.hidden.html")) {
                RawClient.Answer answer = get(server, path);
                assertThat(answer.status()).as(path).isEqualTo(200);
                assertThat(answer.body()).startsWith("<!doctype html>");
                assertThat(answer.header("Content-Type")).contains("text/html; charset=utf-8");
                assertThat(answer.header("Cache-Control")).contains("no-cache");
            }
        }
    }

    @Test
    void assetsAreImmutableAndUnknownOnesAreNotFound() throws IOException {
        try (TestServer server = TestServer.start(HttpLimits.defaults(), UI)) {
            RawClient.Answer css = get(server, "/assets/app-1a2b.css");
            assertThat(css.body()).isEqualTo("body{}\n");
            assertThat(css.header("Cache-Control")).contains("public, max-age=31536000, immutable");
            assertThat(css.header("Content-Type")).contains("text/css; charset=utf-8");
            for (String path :
                    List.of("/assets/", "/assets/x.js", "/assets/app-1a2b", "/assets/%41.js")) {
                assertThat(get(server, path).status()).as(path).isEqualTo(404);
            }
            assertThat(get(server, "/icon.svg").header("Cache-Control")).contains("no-cache");
        }
    }

    @Test
    void aZippedFileIsSentWhenItIsTaken() throws IOException {
        try (TestServer server = TestServer.start(HttpLimits.defaults(), UI)) {
            String path = "/assets/app-1a2b.js";
            RawClient.Answer plain = get(server, path);
            assertThat(plain.body()).isEqualTo("console.log(1)\n");
            assertThat(plain.header("Vary")).contains("Accept-Encoding");
            assertThat(plain.header("Content-Encoding")).isEmpty();
            assertThat(
                            get(server, path, "Accept-Encoding: gzip;q=0, br")
                                    .header("Content-Encoding"))
                    .isEmpty();
            try (Socket socket = server.connect()) {
                socket.getOutputStream()
                        .write(
                                ("GET "
                                                + path
                                                + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                                                + "Accept-Encoding: br, GZIP;q=0.5\r\n\r\n")
                                        .getBytes(StandardCharsets.US_ASCII));
                byte[] answer = socket.getInputStream().readAllBytes();
                String head = new String(answer, StandardCharsets.ISO_8859_1);
                assertThat(head).contains("Content-Encoding: gzip");
                int body = head.indexOf("\r\n\r\n") + 4;
                try (GZIPInputStream unzipped =
                        new GZIPInputStream(
                                new ByteArrayInputStream(answer, body, answer.length - body))) {
                    assertThat(unzipped.readAllBytes())
                            .isEqualTo(plain.body().getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }

    @Test
    void aKnownVersionIsNotSentAgain() throws IOException {
        try (TestServer server = TestServer.start(HttpLimits.defaults(), UI)) {
            String etag = get(server, "/").header("ETag").orElseThrow();
            for (String known : List.of(etag, "W/" + etag, "\"x\", " + etag, "*")) {
                RawClient.Answer answer = get(server, "/agents", "If-None-Match: " + known);
                assertThat(answer.status()).as(known).isEqualTo(304);
                assertThat(answer.header("ETag")).contains(etag);
                assertThat(answer.header("Cache-Control")).contains("no-cache");
            }
            assertThat(get(server, "/", "If-None-Match: \"x\"").status()).isEqualTo(200);
        }
    }

    @Test
    void headIsLikeGetAndOtherMethodsAreRefused() throws IOException {
        try (TestServer server = TestServer.start(HttpLimits.defaults(), UI)) {
            RawClient.Answer head = send(server, "HEAD", "/assets/app-1a2b.css");
            assertThat(head.header("Content-Length")).contains("7");
            RawClient.Answer post = send(server, "POST", "/");
            assertThat(post.status()).isEqualTo(405);
            assertThat(post.header("Allow")).contains("GET, HEAD");
        }
    }

    @Test
    void browsersAreToldWhatNotToDo() throws IOException {
        try (TestServer server = TestServer.start(HttpLimits.defaults(), UI)) {
            for (String path : List.of("/", "/assets/app-1a2b.js", "/assets/none.js")) {
                RawClient.Answer answer = get(server, path);
                assertThat(answer.header("Content-Security-Policy").orElseThrow())
                        .isEqualTo(
                                "default-src 'self'; style-src 'self'; script-src 'self';"
                                        + " img-src 'self' data:; connect-src 'self';"
                                        + " frame-ancestors 'none'; base-uri 'self';"
                                        + " form-action 'self'; object-src 'none';"
                                        + " require-trusted-types-for 'script'");
                assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
                assertThat(answer.header("Referrer-Policy")).contains("no-referrer");
                assertThat(answer.header("X-Frame-Options")).contains("DENY");
                assertThat(answer.header("Cross-Origin-Opener-Policy")).contains("same-origin");
                assertThat(answer.header("Strict-Transport-Security")).isEmpty();
            }
            assertThat(
                            get(server, "/", "X-Forwarded-Proto: https")
                                    .header("Strict-Transport-Security"))
                    .contains("max-age=31536000");
        }
    }

    @Test
    void aFolderIsReadAgainAndLinksOutOfItAreNotFollowed(@TempDir Path folder) throws IOException {
        Path ui = folder.resolve("ui");
        Files.createDirectories(ui.resolve("assets"));
        Files.writeString(folder.resolve("secret.txt"), "secret");
        Files.writeString(ui.resolve("index.html"), "one");
        Files.createSymbolicLink(ui.resolve("assets/a.txt"), folder.resolve("secret.txt"));
        Files.createDirectory(ui.resolve("assets/b.txt"));
        try (TestServer server =
                TestServer.start(HttpLimits.defaults(), StaticFiles.ofFolder(ui, CLIENTS))) {
            assertThat(get(server, "/").body()).isEqualTo("one");
            Files.writeString(ui.resolve("index.html"), "two");
            assertThat(get(server, "/").body()).isEqualTo("two");
            assertThat(get(server, "/assets/a.txt").status()).isEqualTo(404);
            assertThat(get(server, "/assets/b.txt").status()).isEqualTo(404);
            assertThat(get(server, "/../secret.txt").status()).isEqualTo(400);
            assertThat(get(server, "/%2e%2e/secret.txt").status()).isEqualTo(400);
            assertThat(get(server, "/..%2fsecret.txt").status()).isEqualTo(400);
            assertThat(get(server, "/a%2fsecret.txt").body()).isEqualTo("two");
        }
    }

    @Test
    void withoutIndexThePageIsNotFound(@TempDir Path folder) throws IOException {
        try (TestServer server =
                TestServer.start(HttpLimits.defaults(), StaticFiles.ofFolder(folder, CLIENTS))) {
            assertThat(get(server, "/").status()).isEqualTo(404);
        }
    }
}
