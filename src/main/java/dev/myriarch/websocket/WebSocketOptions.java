package dev.myriarch.websocket;

import java.time.Duration;

/**
 * Bounds of a WebSocket.
 *
 * @param maxMessageBytes a larger message, decompressed, is answered with close code 1009
 * @param pingInterval silence after which a ping is sent; zero: never
 * @param pongTimeout how long after a ping something must arrive
 * @param sendTimeout how long a peer may take to accept a message
 * @param closeTimeout how long the closing handshake may take
 * @param messageTimeout how long the peer may take for one message, from its first frame to its
 *     last byte; then close code 1008. Looked at whenever something arrives; silence ends with the
 *     pings
 * @param compression whether permessage-deflate (RFC 7692) is agreed to; never with a context that
 *     outlives a message
 * @param budget of the unfinished messages of all connections that share it; beyond it close code
 *     1013
 */
public record WebSocketOptions(
        int maxMessageBytes,
        Duration pingInterval,
        Duration pongTimeout,
        Duration sendTimeout,
        Duration closeTimeout,
        Duration messageTimeout,
        boolean compression,
        MessageBudget budget) {
    private static final Duration MESSAGE_TIMEOUT = Duration.ofSeconds(60);

    public WebSocketOptions {
        if (maxMessageBytes < 125) {
            throw new IllegalArgumentException("maxMessageBytes below 125");
        }
        if (!messageTimeout.isPositive()) {
            throw new IllegalArgumentException("messageTimeout must be positive");
        }
    }

    /** Without compression, and with the default time for a message. */
    public WebSocketOptions(
            int maxMessageBytes,
            Duration pingInterval,
            Duration pongTimeout,
            Duration sendTimeout,
            Duration closeTimeout) {
        this(
                maxMessageBytes,
                pingInterval,
                pongTimeout,
                sendTimeout,
                closeTimeout,
                MESSAGE_TIMEOUT,
                false,
                MessageBudget.unlimited());
    }

    public static WebSocketOptions defaults() {
        return new WebSocketOptions(
                4 << 20,
                Duration.ofSeconds(30),
                Duration.ofSeconds(20),
                Duration.ofSeconds(10),
                Duration.ofSeconds(5));
    }

    public WebSocketOptions withMaxMessageBytes(int other) {
        return new WebSocketOptions(
                other,
                pingInterval,
                pongTimeout,
                sendTimeout,
                closeTimeout,
                messageTimeout,
                compression,
                budget);
    }

    public WebSocketOptions withSendTimeout(Duration other) {
        return new WebSocketOptions(
                maxMessageBytes,
                pingInterval,
                pongTimeout,
                other,
                closeTimeout,
                messageTimeout,
                compression,
                budget);
    }

    public WebSocketOptions withMessageTimeout(Duration other) {
        return new WebSocketOptions(
                maxMessageBytes,
                pingInterval,
                pongTimeout,
                sendTimeout,
                closeTimeout,
                other,
                compression,
                budget);
    }

    public WebSocketOptions withCompression(boolean other) {
        return new WebSocketOptions(
                maxMessageBytes,
                pingInterval,
                pongTimeout,
                sendTimeout,
                closeTimeout,
                messageTimeout,
                other,
                budget);
    }

    public WebSocketOptions withBudget(MessageBudget other) {
        return new WebSocketOptions(
                maxMessageBytes,
                pingInterval,
                pongTimeout,
                sendTimeout,
                closeTimeout,
                messageTimeout,
                compression,
                other);
    }
}
