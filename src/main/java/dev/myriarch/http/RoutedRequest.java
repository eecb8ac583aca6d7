package dev.myriarch.http;

import com.sun.net.httpserver.HttpExchange;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import dev.myriarch.json.JsonException;
import java.io.IOException;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request after routing. */
final class RoutedRequest implements ApiRequest {
    private final HttpExchange exchange;
    private final RequestInfo info;
    private final Route route;
    private final Map<String, String> pathValues;
    private final QueryParameters query;
    private final int maxBodyBytes;
    private final Map<Class<?>, Object> attributes = new HashMap<>();
    private byte @Nullable [] body;

    RoutedRequest(
            HttpExchange exchange,
            RequestInfo info,
            Route route,
            Map<String, String> pathValues,
            int maxBodyBytes) {
        this.exchange = exchange;
        this.info = info;
        this.route = route;
        this.pathValues = pathValues;
        this.maxBodyBytes = maxBodyBytes;
        query = QueryParameters.parse(exchange.getRequestURI().getRawQuery());
    }

    @Override
    public String requestId() {
        return info.requestId();
    }

    @Override
    public Route route() {
        return route;
    }

    @Override
    public String path(String name) {
        String value = pathValues.get(name);
        if (value == null) {
            throw new IllegalArgumentException(
                    "the pattern " + route.pattern() + " has no segment {" + name + "}");
        }
        return value;
    }

    @Override
    public Optional<String> query(String name) {
        return query.single(name);
    }

    @Override
    public List<String> queries(String name) {
        return query.all(name);
    }

    @Override
    public Set<String> queryNames() {
        return query.names();
    }

    @Override
    public Optional<String> header(String name) {
        List<String> values = exchange.getRequestHeaders().getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw bad("the header " + name + " occurs twice");
        }
        return values.stream().findFirst();
    }

    /** The first one of this name: of several, browsers send that with the longest path first. */
    @Override
    public Optional<String> cookie(String name) {
        for (String line : exchange.getRequestHeaders().getOrDefault("Cookie", List.of())) {
            for (String pair : line.split(";", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0 && pair.substring(0, equals).strip().equals(name)) {
                    return Optional.of(pair.substring(equals + 1).strip());
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public InetAddress clientAddress() {
        return info.client().address();
    }

    @Override
    public boolean secure() {
        return info.client().secure();
    }

    @Override
    public Value json() throws IOException {
        if (!isJson(header("Content-Type").orElse(""))) {
            throw new MyriarchException(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                    "the body must be JSON with the header Content-Type: application/json");
        }
        try {
            return Json.read(body());
        } catch (JsonException malformed) {
            throw new MyriarchException(
                    ErrorCode.BAD_REQUEST, "the body is " + malformed.getMessage(), malformed);
        }
    }

    @Override
    public byte[] body() throws IOException {
        byte[] known = body;
        if (known == null) {
            known = readBody();
            body = known;
        }
        return known;
    }

    private byte[] readBody() throws IOException {
        String announced = exchange.getRequestHeaders().getFirst("Content-Length");
        // The server has checked the number; this only saves reading what is too large anyway.
        if (announced != null && Long.parseLong(announced) > maxBodyBytes) {
            throw tooLarge();
        }
        byte[] read = exchange.getRequestBody().readNBytes(maxBodyBytes);
        if (read.length == maxBodyBytes && exchange.getRequestBody().read() >= 0) {
            throw tooLarge();
        }
        return read;
    }

    @Override
    public <T> Optional<T> attribute(Class<T> type) {
        return Optional.ofNullable(attributes.get(type)).map(type::cast);
    }

    @Override
    public <T> void attribute(Class<T> type, T value) {
        attributes.put(type, type.cast(value));
    }

    private static boolean isJson(String contentType) {
        int semicolon = contentType.indexOf(';');
        String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
        String lower = type.strip().toLowerCase(Locale.ROOT);
        return lower.equals("application/json")
                || (lower.startsWith("application/") && lower.endsWith("+json"));
    }

    private MyriarchException tooLarge() {
        return new MyriarchException(
                ErrorCode.PAYLOAD_TOO_LARGE, "the body is larger than " + maxBodyBytes + " bytes");
    }

    private static MyriarchException bad(String message) {
        return new MyriarchException(ErrorCode.BAD_REQUEST, message);
    }
}
