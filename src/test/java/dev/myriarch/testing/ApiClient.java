package dev.myriarch.testing;

import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads the REST API with a token, as a script of a user would. */
public final class ApiClient {
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI server;
    private final String token;

    public ApiClient(URI server, String token) {
        this.server = server;
        this.token = token;
    }

    /** The answer to GET below {@code /api/v1}; any other status than 200 is an error. */
    public Value get(String path) {
        HttpResponse<String> response = send(request(path).GET().build());
        if (response.statusCode() != 200) {
            throw new AssertionError(path + " answered " + response.statusCode());
        }
        return Json.read(response.body());
    }

    public int status(String path) {
        return send(request(path).GET().build()).statusCode();
    }

    public int post(String path) {
        return send(request(path).POST(HttpRequest.BodyPublishers.noBody()).build()).statusCode();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve("/api/v1" + path))
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError("no answer to " + request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /**
     * The value at a path of keys and indexes joined by dots, such as {@code items.0.hostName};
     * empty when it is not there.
     */
    public static Optional<Value> at(Value root, String path) {
        Value current = root;
        for (String step : path.split("\\.")) {
            Optional<Value> next =
                    switch (current) {
                        case Value.Mapping(var entries) -> Optional.ofNullable(entries.get(step));
                        case Value.Sequence(var elements) -> element(elements, step);
                        default -> Optional.empty();
                    };
            if (next.isEmpty()) {
                return Optional.empty();
            }
            current = next.get();
        }
        return Optional.of(current);
    }

    /** The text at a path; the empty string when there is none. */
    public static String text(Value root, String path) {
        return at(root, path).map(v -> v instanceof Value.Text(String t) ? t : "").orElse("");
    }

    private static Optional<Value> element(List<Value> elements, String step) {
        int index = Integer.parseInt(step);
        return index < elements.size() ? Optional.of(elements.get(index)) : Optional.empty();
    }
}
