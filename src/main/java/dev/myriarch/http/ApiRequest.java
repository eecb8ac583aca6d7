package dev.myriarch.http;

import dev.myriarch.base.Value;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A matched request as handlers see it. Confined to the thread of its exchange. */
public interface ApiRequest {
    /** Unique per request; in the answer's {@code X-Request-Id}, problem documents and logs. */
    String requestId();

    Route route();

    /** Value of a {@code {name}} segment, decoded, never empty. */
    String path(String name);

    /** The value of a query parameter; several values are a {@code bad_request}. */
    Optional<String> query(String name);

    /** All values of a repeated query parameter, in order. */
    List<String> queries(String name);

    /** Names of all query parameters of the request. */
    Set<String> queryNames();

    /** A header that may occur once. */
    Optional<String> header(String name);

    /** Value of a cookie. */
    Optional<String> cookie(String name);

    /** The caller's address after {@code server.trustedProxies}. */
    InetAddress clientAddress();

    /** True when the caller reached us, or the trusted proxy, over TLS. */
    boolean secure();

    /** The body as JSON; not JSON, or too large, is the matching error. */
    Value json() throws IOException;

    /** The raw body, at most the limit of the listener. */
    byte[] body() throws IOException;

    /** What an earlier step left for later ones, such as the principal. */
    <T> Optional<T> attribute(Class<T> type);

    /** Leaves a value for later steps; one per type. */
    <T> void attribute(Class<T> type, T value);
}
