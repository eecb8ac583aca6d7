package dev.myriarch.websocket;

import java.time.Duration;

/**
 * @param handshakeTimeout from the first packet to the answer of the server
 * @param webSocket bounds of the WebSocket itself
 */
public record WebSocketClientOptions(Duration handshakeTimeout, WebSocketOptions webSocket) {
    public WebSocketClientOptions {
        if (!handshakeTimeout.isPositive()) {
            throw new IllegalArgumentException("handshakeTimeout must be positive");
        }
    }

    public static WebSocketClientOptions defaults() {
        return new WebSocketClientOptions(Duration.ofSeconds(30), WebSocketOptions.defaults());
    }
}
