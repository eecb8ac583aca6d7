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

    /**
     * Asks to keep no thread from the end of this turn on: when the call of the protocol returns,
     * the connection stays open, and {@code next} is told what arrives. Silence counts on. Only
     * between two messages, and with nothing read ahead.
     *
     * @return false when the thread has to go on reading, because something has arrived already
     */
    default boolean rest(Resting next) {
        return false;
    }

    /**
     * Within {@link Resting#arrived}: writes what the peer accepts at once. What it does not is
     * kept, and goes out before anything that is written later.
     *
     * @return false when something is kept, which has to be followed by {@link #flush}
     */
    default boolean writeNow(ByteBuffer source) throws IOException {
        throw new IllegalStateException("this connection never rests");
    }

    /** Writes what {@link #writeNow} has kept. */
    default void flush() throws IOException {}

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
