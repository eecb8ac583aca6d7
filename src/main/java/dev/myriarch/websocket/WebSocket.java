package dev.myriarch.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;

/** One established WebSocket. Sending is thread-safe and blocks until the bytes are handed over. */
public interface WebSocket {
    /**
     * Sends one binary message. A peer that does not take it within the send timeout is dropped.
     *
     * @throws IOException when the connection is closed or was dropped
     */
    void send(byte[] message) throws IOException;

    /**
     * Starts the closing handshake (RFC 6455 section 7.1.2); what the peer sends meanwhile is
     * ignored. Does nothing when it is closing already.
     *
     * @param code close code, 1000 to 4999
     * @param reason at most 123 bytes of UTF-8
     */
    void close(int code, String reason);

    /** Drops the connection without a word. */
    void abort();

    boolean isOpen();

    InetSocketAddress remoteAddress();
}
