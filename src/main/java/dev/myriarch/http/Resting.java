package dev.myriarch.http;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A protocol that keeps no thread while its peer is silent, see {@link UpgradedConnection#rest}.
 */
public interface Resting {
    /**
     * Bytes have arrived. Called on a thread that serves many connections, so it must not wait for
     * anything; it may answer with {@link UpgradedConnection#writeNow}.
     *
     * @param arrived from which is taken what is dealt with; the rest is read again after {@link
     *     #resume}. Not to be kept
     * @param answers an empty buffer to put answers into. Not to be kept
     * @return true when it goes on resting, which it does not when bytes are left; else {@link
     *     #resume} follows
     */
    boolean arrived(ByteBuffer arrived, ByteBuffer answers);

    /**
     * Goes on where a thread is needed, because bytes are left or the connection has ended; on a
     * fresh virtual thread, as {@link UpgradeHandler#run}. The connection is closed when it
     * returns, unless it rests again.
     */
    void resume() throws IOException;
}
