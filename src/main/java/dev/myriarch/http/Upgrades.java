package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Leaves HTTP on the connection of an exchange (RFC 9110 section 7.8). */
public final class Upgrades {
    private Upgrades() {}

    /**
     * Answers 101 and runs {@code handler} on a fresh virtual thread after the handler of the
     * exchange returned. Works through exchanges that a filter wrapped. The caller has checked that
     * the request asks for the protocol.
     *
     * @param responseHeaders with {@code Upgrade}; {@code Connection} is added
     * @throws IllegalStateException when the exchange cannot be upgraded: another server, HTTP/1.0
     *     or a request with a body
     * @throws IOException when an answer was sent already or the peer is gone
     */
    public static void upgrade(
            HttpExchange exchange, Headers responseHeaders, UpgradeHandler handler)
            throws IOException {
        ServerExchange own =
                ServerExchange.of(exchange)
                        .orElseThrow(
                                () -> new IllegalStateException("not an exchange of this server"));
        if (own.head().minorVersion() == 0 || own.head().hasBody()) {
            throw new IllegalStateException("HTTP/1.0 or a body rule an upgrade out");
        }
        if (!responseHeaders.containsKey("Upgrade")) {
            throw new IllegalArgumentException("the answer names no protocol in Upgrade");
        }
        own.switchProtocols(responseHeaders, handler);
    }

    /** True when {@link #upgrade} can work: our server, HTTP/1.1, no body. */
    public static boolean possible(HttpExchange exchange) {
        return ServerExchange.of(exchange)
                .map(own -> own.head().minorVersion() == 1 && !own.head().hasBody())
                .orElse(false);
    }
}
