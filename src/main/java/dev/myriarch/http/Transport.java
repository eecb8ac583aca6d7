package dev.myriarch.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Raw bytes of an accepted connection. One thread reads, one writes; {@link #wake} and {@link
 * #kill} may be called by anyone, never block and take no lock that an I/O call holds.
 */
interface Transport extends ByteSource {
    /** What comes before the first byte, such as a TLS handshake; within the deadlines. */
    default void open() throws IOException {}

    /** Writes all bytes. */
    void write(byte[] source, int offset, int length) throws IOException;

    /**
     * From now on {@code loop} says when there is something to read or room to write, and other
     * threads wait for that. Called by the thread that reads; nobody writes meanwhile.
     *
     * @throws IOException when the connection is closed or the loop has ended
     */
    void join(EventLoop loop, LoopGuest guest) throws IOException;

    /** The thread that reads is done: the loop reads, until it hands the connection over. */
    void rest();

    /** True when there is something that only {@link #read} deals with, the end among others. */
    boolean hasInput();

    /**
     * On the loop: reads what is there, -1 at the end. Nothing may be read although something has
     * arrived, see {@link #hasInput}.
     */
    int readNow(ByteBuffer target, LoopBuffers buffers) throws IOException;

    /** On the loop: writes what can be written at once and keeps the rest; false when it does. */
    boolean writeNow(ByteBuffer source, LoopBuffers buffers) throws IOException;

    /** Writes what {@link #writeNow} kept, which every other write does first. */
    void flush() throws IOException;

    /** Tells the peer that nothing more comes, within the write deadline; reading goes on. */
    void shutdownOutput() throws IOException;

    /** A blocked or later read returns -1. Bytes that are queued may still be delivered first. */
    void wake();

    /** Drops the connection with a reset. */
    void kill();

    /** Closes it; may write a good-bye, within the write deadline. */
    void close();

    /** True when the bytes are encrypted on the way. */
    boolean secure();

    /** What the peer has proven to be, its own certificate first; empty when it did not. */
    default List<X509Certificate> peerCertificates() {
        return List.of();
    }

    InetSocketAddress remoteAddress();

    InetSocketAddress localAddress();
}
