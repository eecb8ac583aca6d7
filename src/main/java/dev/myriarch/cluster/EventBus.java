package dev.myriarch.cluster;

import java.util.function.Consumer;

/** Cluster-wide events. Thread-safe. */
public interface EventBus {
    /** Sends to every subscriber on every replica, this one included; never blocks on I/O. */
    void publish(BusEvent event);

    /**
     * Calls {@code consumer} for each event, one at a time, on a thread of the subscription. The
     * buffer is bounded (256 events); what does not fit is dropped and counted, and {@link
     * BusEvent.BusReconnected} follows when the buffer is empty again.
     *
     * @param name for metrics and logs, lower-case words joined by a dash
     */
    Subscription subscribe(String name, Consumer<BusEvent> consumer);

    /** Closing ends the delivery; the consumer is not called any more once it returned. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
