package dev.myriarch.websocket;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.myriarch.http.HeaderTokens;
import dev.myriarch.http.Upgrades;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The opening handshake of a server (RFC 6455 section 4.2). */
public final class WebSocketUpgrade {
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final String VERSION = "13";

    private WebSocketUpgrade() {}

    /** True when the request asks for a WebSocket, rightly or not. */
    public static boolean isRequested(HttpExchange exchange) {
        return HeaderTokens.has(exchange.getRequestHeaders(), "Upgrade", "websocket");
    }

    /**
     * Answers 101 and runs {@code handler} after the handler of the exchange has returned, or
     * answers 400 or 426 and returns false. Authentication comes before: whatever the answer to it
     * is, it is an ordinary one.
     */
    public static boolean accept(
            HttpExchange exchange, WebSocketOptions options, WebSocketHandler handler)
            throws IOException {
        Headers request = exchange.getRequestHeaders();
        if (!isRequested(exchange)) {
            return refuse(exchange, 426, "this address is for WebSocket connections");
        }
        if (!exchange.getRequestMethod().equals("GET")
                || !HeaderTokens.has(request, "Connection", "upgrade")
                || !Upgrades.possible(exchange)) {
            return refuse(exchange, 400, "not a WebSocket handshake");
        }
        if (!single(request, "Sec-WebSocket-Version").equals(Optional.of(VERSION))) {
            exchange.getResponseHeaders().set("Sec-WebSocket-Version", VERSION);
            return refuse(exchange, 426, "the only supported WebSocket version is 13");
        }
        Optional<String> key = single(request, "Sec-WebSocket-Key");
        if (key.isEmpty() || !isKey(key.get())) {
            return refuse(exchange, 400, "Sec-WebSocket-Key is not 16 bytes in Base64");
        }
        Optional<List<Extension>> offers =
                Extension.parse(request.getOrDefault(PermessageDeflate.HEADER, List.of()));
        if (offers.isEmpty()) {
            return refuse(exchange, 400, PermessageDeflate.HEADER + " is malformed");
        }
        Optional<String> compression =
                options.compression() ? PermessageDeflate.answer(offers.get()) : Optional.empty();
        Headers response = new Headers();
        response.set("Upgrade", "websocket");
        response.set("Sec-WebSocket-Accept", acceptValue(key.get()));
        compression.ifPresent(answer -> response.set(PermessageDeflate.HEADER, answer));
        WebSocketOptions agreed = options.withCompression(compression.isPresent());
        Upgrades.upgrade(
                exchange,
                response,
                connection ->
                        new WebSocketSession(
                                        connection, WebSocketSession.Role.server(), agreed, handler)
                                .run());
        return true;
    }

    /** {@code Sec-WebSocket-Accept} for a key. */
    static String acceptValue(String key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1")
                            .digest((key + GUID).getBytes(StandardCharsets.ISO_8859_1));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-1", impossible);
        }
    }

    private static boolean isKey(String key) {
        try {
            return key.length() == 24 && Base64.getDecoder().decode(key).length == 16;
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    private static Optional<String> single(Headers headers, String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
    }

    /** The connection ends too: who knows what a peer sends after a handshake that failed. */
    private static boolean refuse(HttpExchange exchange, int status, String reason)
            throws IOException {
        byte[] body = (reason + "\n").getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", "text/plain; charset=utf-8");
        headers.set("Connection", "close");
        if (status == 426) {
            headers.set("Upgrade", "websocket");
        }
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
        return false;
    }
}
