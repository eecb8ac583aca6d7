package dev.myriarch.http;

/**
 * An upgraded connection as its event loop sees it. Calls come on the thread of the loop; when that
 * has ended, {@link #handOver} comes on any thread.
 */
interface LoopGuest {
    /**
     * Bytes, or the end, have arrived and nobody else reads. Does what can be done without waiting.
     *
     * @return false when a thread has to go on; {@link #handOver} follows
     */
    boolean arrived(LoopBuffers buffers);

    /** From now on a thread of its own reads, which is started here. */
    void handOver();

    /** It cannot go on: {@link #arrived} failed, or the loop ends. Must drop the connection. */
    void drop();
}
