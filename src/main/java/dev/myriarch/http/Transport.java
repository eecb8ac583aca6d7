package dev.myriarch.http;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Raw bytes of an accepted connection. One thread reads, one writes; {@link #wake} and {@link
 * #kill} may be called by anyone, never block and take no lock that an I/O call holds.
 */
interface Transport extends ByteSource {
    /** Writes all bytes. */
    void write(byte[] source, int offset, int length) throws IOException;

    /** Tells the peer that nothing more comes; reading goes on. */
    void shutdownOutput() throws IOException;

    /** A blocked or later read returns -1. Bytes that are queued may still be delivered first. */
    void wake();

    /** Drops the connection with a reset. */
    void kill();

    void close();

    /** True when the bytes are encrypted on the way. */
    boolean secure();

    InetSocketAddress remoteAddress();

    InetSocketAddress localAddress();
}
