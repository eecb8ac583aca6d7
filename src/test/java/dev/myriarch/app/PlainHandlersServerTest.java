package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.TestServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainHandlersServerTest {
    @ParameterizedTest
    @CsvSource({
        "GET, /healthz, 200",
        "HEAD, /healthz, 200",
        "POST, /healthz, 405",
        "PUT, /healthz, 405",
        "DELETE, /healthz, 405",
        "OPTIONS, /healthz, 405",
        "POST, /healthz/x, 404"
    })
    void probesAreAskedWithGetAndHead(String method, String path, int status) throws Exception {
        try (TestServer server =
                        TestServer.start(
                                HttpLimits.defaults(),
                                PlainHandlers.exactly(
                                        "/healthz",
                                        PlainHandlers.health(),
                                        PlainHandlers.notFound()));
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = send(client, server, method, path);
            assertThat(answer.statusCode()).isEqualTo(status);
            assertThat(answer.headers().firstValue("Allow").isPresent()).isEqualTo(status == 405);
            assertThat(answer.body().equals("ok\n"))
                    .isEqualTo(status == 200 && method.equals("GET"));
        }
    }

    private static HttpResponse<String> send(
            HttpClient client, TestServer server, String method, String path)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(server.uri(path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
