package dev.myriarch.http;

import java.time.Duration;

/** Bounds of one listener. Everything a peer can make grow or wait has one. */
public record HttpLimits(Head head, Body body, Connections connections) {
    /**
     * Request head.
     *
     * @param maxLineBytes request line without its CRLF; a longer one is answered with 414
     * @param maxHeaderBytes all header lines together; more is answered with 431
     * @param maxFields number of header lines; more is answered with 431
     * @param readTimeout time for the whole head, not for each read; then 408
     */
    public record Head(int maxLineBytes, int maxHeaderBytes, int maxFields, Duration readTimeout) {
        public Head {
            requirePositive("maxLineBytes", maxLineBytes);
            requirePositive("maxHeaderBytes", maxHeaderBytes);
            requirePositive("maxFields", maxFields);
            requirePositive("readTimeout", readTimeout);
        }
    }

    /**
     * Request body.
     *
     * @param maxBytes a larger one is answered with 413
     * @param readTimeout how long a peer may be silent, less when it dribbles; then 408
     * @param minBytesPerSecond a peer that is slower uses up its {@code readTimeout}
     * @param maxTrailerBytes trailer fields of a chunked body, which are read and dropped
     */
    public record Body(
            long maxBytes, Duration readTimeout, int minBytesPerSecond, int maxTrailerBytes) {
        public Body {
            requirePositive("maxBytes", maxBytes);
            requirePositive("readTimeout", readTimeout);
            requirePositive("minBytesPerSecond", minBytesPerSecond);
            requirePositive("maxTrailerBytes", maxTrailerBytes);
        }
    }

    /**
     * Connections.
     *
     * @param max open at a time; a further one is closed at once
     * @param backlog of the listening socket; the system may cap it
     * @param idleTimeout silence between two requests; must exceed that of a proxy in front
     * @param writeTimeout how long a peer may take to accept 64 KiB of an answer
     * @param sendBufferBytes SO_SNDBUF, which bounds what a slow peer holds in the kernel
     * @param drainPerSecond upgraded connections told to end, per second, when the server stops
     */
    public record Connections(
            int max,
            int backlog,
            Duration idleTimeout,
            Duration writeTimeout,
            int sendBufferBytes,
            int drainPerSecond) {
        public Connections {
            requirePositive("max", max);
            requirePositive("backlog", backlog);
            requirePositive("idleTimeout", idleTimeout);
            requirePositive("writeTimeout", writeTimeout);
            requirePositive("sendBufferBytes", sendBufferBytes);
            requirePositive("drainPerSecond", drainPerSecond);
        }
    }

    public static HttpLimits defaults() {
        return new HttpLimits(
                new Head(8 << 10, 32 << 10, 100, Duration.ofSeconds(10)),
                new Body(16 << 20, Duration.ofSeconds(30), 1024, 8 << 10),
                new Connections(
                        12_000,
                        4096,
                        Duration.ofSeconds(75),
                        Duration.ofSeconds(30),
                        256 << 10,
                        100));
    }

    public HttpLimits withHead(Head other) {
        return new HttpLimits(other, body, connections);
    }

    public HttpLimits withBody(Body other) {
        return new HttpLimits(head, other, connections);
    }

    public HttpLimits withConnections(Connections other) {
        return new HttpLimits(head, body, other);
    }

    private static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, is " + value);
        }
    }

    private static void requirePositive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(name + " must be positive, is " + value);
        }
    }
}
