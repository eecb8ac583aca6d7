package dev.myriarch.websocket;

import java.util.Optional;

/**
 * What happens on a WebSocket. Calls come one after the other, not always on the same thread; a
 * call that blocks delays the next message of this connection and nothing else, but for {@link
 * #answerNow}.
 */
public interface WebSocketHandler {
    void opened(WebSocket socket);

    /** A whole binary message. */
    void binary(byte[] message);

    /**
     * A whole binary message, offered before {@link #binary} on a thread that serves many
     * connections: must neither wait for anything (a lock, a disk, a peer) nor compute for long,
     * and not send either. Only messages that arrive whole on a connection where nothing else goes
     * on are offered.
     *
     * @return what is sent back, after which the message is done with; empty when nothing has
     *     happened, and the message comes again through {@link #binary}
     */
    default Optional<byte[]> answerNow(byte[] message) {
        return Optional.empty();
    }

    /** A whole text message, valid UTF-8. */
    void text(String message);

    /** The last call, exactly once. */
    void closed(CloseCause cause);

    /**
     * Why it ended.
     *
     * @param code the close code that counts: the peer's, else ours; 1006 when there was none
     * @param byPeer true when the peer closed first
     * @param reason text of the close frame or a short own description
     */
    record CloseCause(int code, boolean byPeer, String reason) {}
}
