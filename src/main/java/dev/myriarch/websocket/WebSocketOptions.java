package dev.myriarch.websocket;

import java.time.Duration;

/**
 * Bounds of a WebSocket.
 *
 * @param maxMessageBytes a larger message is answered with close code 1009
 * @param pingInterval silence after which a ping is sent; zero: never
 * @param pongTimeout how long after a ping something must arrive
 * @param sendTimeout how long a peer may take to accept a message
 * @param closeTimeout how long the closing handshake may take
 */
public record WebSocketOptions(
        int maxMessageBytes,
        Duration pingInterval,
        Duration pongTimeout,
        Duration sendTimeout,
        Duration closeTimeout) {
    public WebSocketOptions {
        if (maxMessageBytes < 125) {
            throw new IllegalArgumentException("maxMessageBytes below 125");
        }
    }

    public static WebSocketOptions defaults() {
        return new WebSocketOptions(
                4 << 20,
                Duration.ofSeconds(30),
                Duration.ofSeconds(20),
                Duration.ofSeconds(10),
                Duration.ofSeconds(5));
    }
}
