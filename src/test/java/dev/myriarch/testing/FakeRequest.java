package dev.myriarch.testing;

import dev.myriarch.base.Value;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.Route;
import dev.myriarch.json.Json;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A request without a connection. */
public final class FakeRequest implements ApiRequest {
    private final Route route;
    private final Map<String, String> path = new HashMap<>();
    private final Map<String, List<String>> query = new LinkedHashMap<>();
    private final Map<String, String> headers = new HashMap<>();
    private final Map<String, String> cookies = new HashMap<>();
    private final Map<Class<?>, Object> attributes = new HashMap<>();
    private InetAddress client = InetAddress.getLoopbackAddress();
    private String body = "";

    public FakeRequest(Route route) {
        this.route = route;
    }

    public FakeRequest withPath(String name, String value) {
        path.put(name, value);
        return this;
    }

    public FakeRequest withQuery(String name, String value) {
        query.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        return this;
    }

    public FakeRequest withHeader(String name, String value) {
        headers.put(name.toLowerCase(Locale.ROOT), value);
        return this;
    }

    public FakeRequest withCookie(String name, String value) {
        cookies.put(name, value);
        return this;
    }

    public FakeRequest withClient(InetAddress address) {
        client = address;
        return this;
    }

    public FakeRequest withJson(String json) {
        body = json;
        return withHeader("Content-Type", "application/json");
    }

    @Override
    public String requestId() {
        return "request-1";
    }

    @Override
    public Route route() {
        return route;
    }

    @Override
    public String path(String name) {
        return Optional.ofNullable(path.get(name)).orElseThrow();
    }

    @Override
    public Optional<String> query(String name) {
        return queries(name).stream().findFirst();
    }

    @Override
    public List<String> queries(String name) {
        return query.getOrDefault(name, List.of());
    }

    @Override
    public Set<String> queryNames() {
        return query.keySet();
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    @Override
    public Optional<String> cookie(String name) {
        return Optional.ofNullable(cookies.get(name));
    }

    @Override
    public InetAddress clientAddress() {
        return client;
    }

    @Override
    public boolean secure() {
        return false;
    }

    @Override
    public Value json() {
        return Json.read(body);
    }

    @Override
    public byte[] body() {
        return body.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <T> Optional<T> attribute(Class<T> type) {
        return Optional.ofNullable(attributes.get(type)).map(type::cast);
    }

    @Override
    public <T> void attribute(Class<T> type, T value) {
        attributes.put(type, value);
    }
}
