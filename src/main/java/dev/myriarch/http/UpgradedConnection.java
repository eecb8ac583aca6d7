package dev.myriarch.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * The bytes of a connection after its upgrade. One thread reads; writes of several threads must be
 * ordered by the caller. {@link #abort()} may be called by anyone.
 */
public interface UpgradedConnection {
    /** Reads at least one byte into the buffer, or returns -1 at the end of the stream. */
    int read(ByteBuffer target) throws IOException;

    /** Writes all remaining bytes of the buffers. */
    void write(ByteBuffer... sources) throws IOException;

    /**
     * Reading must end within this time, counted from now; zero: no bound. It stays until it is set
     * again, by anyone. When it passes, reads return -1 and {@link #expired()} is true.
     */
    void readDeadline(Duration limit);

    /**
     * Calls {@code action} once for each read that waits longer than {@code limit}; zero: never.
     * Counts from the next read on. The action runs on a thread of the server and must not block.
     */
    void onSilence(Duration limit, Runnable action);

    /** Writes from now on must end within this time, else the connection is aborted; zero: none. */
    void writeDeadline(Duration limit);

    /** True when a deadline ended the connection. */
    boolean expired();

    InetSocketAddress remoteAddress();

    /** True when the server stops and the protocol should say good-bye. */
    boolean stopping();

    /**
     * Sets what is called once, from any thread, when the server tells this connection to end; at
     * once when it did already. The action must not block.
     */
    void onStopping(Runnable action);

    /** Ends the connection at once, from any thread. */
    void abort();
}
