package dev.myriarch.websocket;

import com.sun.net.httpserver.Headers;
import dev.myriarch.http.HeaderTokens;
import dev.myriarch.http.UpgradeClient;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Opens WebSockets to servers (RFC 6455 section 4.1), each on a virtual thread of its own. Offers
 * permessage-deflate when the options want it, no subprotocol, and follows no redirect.
 * Thread-safe.
 */
public final class WebSocketClient implements AutoCloseable {
    private static final String OWN_FIELDS = "sec-websocket-";
    private static final int KEY_BYTES = 16;

    private final UpgradeClient upgrades;
    private final SecureRandom random;
    private final InstantSource clock;

    /** What came of an attempt. */
    public sealed interface Result {
        /** The handler was or will be told the same socket. */
        record Opened(WebSocket socket) implements Result {}

        /**
         * The server answered, but not with a WebSocket.
         *
         * @param status of the answer, not 101
         * @param retryAfter how long it asks to wait; empty when it does not
         */
        record Refused(int status, Optional<Duration> retryAfter) implements Result {}

        /** Nobody answered in time, TLS failed, or the answer breaks the rules. */
        record Failed(String reason) implements Result {}
    }

    /**
     * @param tls for wss addresses
     * @param maxConnections that may be open at once
     */
    public WebSocketClient(
            SSLContext tls, int maxConnections, SecureRandom random, InstantSource clock) {
        upgrades = new UpgradeClient(tls, maxConnections);
        this.random = random;
        this.clock = clock;
    }

    /**
     * Connects; blocks until it is decided. Calls of the handler come on another thread and may
     * begin before this returns.
     *
     * @param uri ws or wss, without user and fragment
     * @param headers more header fields, such as Authorization
     * @throws IllegalArgumentException for an address or headers that cannot be sent
     */
    public Result connect(
            URI uri,
            Map<String, String> headers,
            WebSocketClientOptions options,
            WebSocketHandler handler) {
        String key = newKey();
        Map<String, String> fields = fields(headers, key);
        if (options.webSocket().compression()) {
            fields.put(PermessageDeflate.HEADER, PermessageDeflate.OFFER);
        }
        URI address = httpAddress(uri);
        UpgradeClient.Outcome outcome;
        try {
            outcome = upgrades.open(address, fields, options.handshakeTimeout());
        } catch (IOException failure) {
            return new Result.Failed(String.valueOf(failure.getMessage()));
        }
        return switch (outcome) {
            case UpgradeClient.Outcome.Answered(int status, Headers answer) ->
                    new Result.Refused(status, RetryAfter.of(answer, clock.instant()));
            case UpgradeClient.Outcome.Switched switched ->
                    start(switched, key, options.webSocket(), handler);
        };
    }

    private Result start(
            UpgradeClient.Outcome.Switched switched,
            String key,
            WebSocketOptions options,
            WebSocketHandler handler) {
        Optional<String> broken = brokenRule(switched.headers(), key, options.compression());
        if (broken.isPresent()) {
            switched.connection().drop();
            return new Result.Failed(broken.get());
        }
        boolean compression = switched.headers().containsKey(PermessageDeflate.HEADER);
        WebSocketSession session =
                new WebSocketSession(
                        switched.connection().bytes(),
                        new WebSocketSession.Role(
                                Side.CLIENT, () -> OptionalInt.of(random.nextInt())),
                        options.withCompression(compression),
                        handler);
        switched.connection().start(_ -> session.run());
        return new Result.Opened(session);
    }

    /** What an answer with 101 must have and must not have. */
    private static Optional<String> brokenRule(Headers answer, String key, boolean offered) {
        List<String> upgrade = answer.getOrDefault("Upgrade", List.of());
        if (upgrade.size() != 1 || !upgrade.getFirst().equalsIgnoreCase("websocket")) {
            return Optional.of("the server switched to something else than WebSocket");
        }
        if (!HeaderTokens.has(answer, "Connection", "upgrade")) {
            return Optional.of("the answer has no Connection: Upgrade");
        }
        List<String> accept = answer.getOrDefault("Sec-WebSocket-Accept", List.of());
        if (accept.size() != 1 || !accept.getFirst().equals(WebSocketUpgrade.acceptValue(key))) {
            return Optional.of("Sec-WebSocket-Accept does not belong to the key");
        }
        if (answer.containsKey("Sec-WebSocket-Protocol")
                || !extensionsAreFine(answer.get(PermessageDeflate.HEADER), offered)) {
            return Optional.of("the server chose an extension or protocol that was not offered");
        }
        return Optional.empty();
    }

    private static boolean extensionsAreFine(@Nullable List<String> answer, boolean offered) {
        return answer == null
                || (offered
                        && Extension.parse(answer).filter(PermessageDeflate::isAnswer).isPresent());
    }

    private String newKey() {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        return Base64.getEncoder().encodeToString(key);
    }

    private static Map<String, String> fields(Map<String, String> headers, String key) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Upgrade", "websocket");
        fields.put("Sec-WebSocket-Version", "13");
        fields.put("Sec-WebSocket-Key", key);
        headers.forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (lower.startsWith(OWN_FIELDS) || lower.equals("upgrade")) {
                throw new IllegalArgumentException("the client sets this header itself: " + name);
            }
            fields.put(name, value);
        });
        return fields;
    }

    private static URI httpAddress(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        String http =
                switch (scheme) {
                    case "ws" -> "http";
                    case "wss" -> "https";
                    default ->
                            throw new IllegalArgumentException(
                                    "the address of a WebSocket begins with ws:// or wss://");
                };
        return URI.create(http + uri.toString().substring(scheme.length()));
    }

    /** WebSockets that are open now. */
    public int openConnections() {
        return upgrades.openConnections();
    }

    /** Closes every WebSocket with 1001 and waits up to {@code limit}; what is left is reset. */
    public void close(Duration limit) {
        upgrades.close(limit);
    }

    /** As {@link #close(Duration)} with five seconds. */
    @Override
    public void close() {
        upgrades.close();
    }
}
