package dev.myriarch.websocket;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that the unfinished messages of many connections may hold together. A small message costs
 * nothing, so that the large ones of a few peers never keep the others from speaking. Thread-safe.
 */
public final class MessageBudget {
    private static final int FREE = 64 << 10;

    private final long maxBytes;
    private final AtomicLong held = new AtomicLong();

    /**
     * @param maxBytes at least the largest message
     */
    public MessageBudget(long maxBytes) {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes must be positive");
        }
        this.maxBytes = maxBytes;
    }

    /** No bound but that of each message. */
    public static MessageBudget unlimited() {
        return new MessageBudget(Long.MAX_VALUE);
    }

    /** Bytes that are held now. */
    public long held() {
        return held.get();
    }

    Share share() {
        return new Share();
    }

    /** What one message holds. Confined to one thread. */
    final class Share implements AutoCloseable {
        private long bytes;

        /**
         * The message holds this much now.
         *
         * @throws WebSocketFailure 1013 when that is too much for all of them
         */
        void hold(int size) throws WebSocketFailure {
            long more = Math.max(0, size - FREE) - bytes;
            if (more == 0) {
                return;
            }
            if (held.addAndGet(more) > maxBytes && more > 0) {
                held.addAndGet(-more);
                throw new WebSocketFailure(
                        CloseCodes.TRY_AGAIN_LATER, "too many large messages arrive at once");
            }
            bytes += more;
        }

        @Override
        public void close() {
            held.addAndGet(-bytes);
            bytes = 0;
        }
    }
}
