package dev.myriarch.cluster;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Events inside one process, for a single replica and for tests. Thread-safe. */
public final class LocalEventBus implements EventBus, AutoCloseable {
    static final int BUFFER = 256;
    private static final Logger LOG = System.getLogger(LocalEventBus.class.getName());

    private final List<LocalSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private final Consumer<String> dropped;

    /**
     * @param dropped counts an event that found the buffer of the named subscription full
     */
    public LocalEventBus(Consumer<String> dropped) {
        this.dropped = dropped;
    }

    @Override
    public void publish(BusEvent event) {
        Optional<BusEvent> element = Optional.of(event);
        for (LocalSubscription subscription : subscriptions) {
            if (!subscription.queue.offer(element)) {
                dropped.accept(subscription.name);
                subscription.miss();
            }
        }
    }

    @Override
    public Subscription subscribe(String name, Consumer<BusEvent> consumer) {
        LocalSubscription subscription = new LocalSubscription(name, consumer);
        subscriptions.add(subscription);
        return subscription;
    }

    /** Closes every subscription. */
    @Override
    public void close() {
        subscriptions.forEach(LocalSubscription::close);
    }

    private final class LocalSubscription implements Subscription {
        private final String name;
        private final Consumer<BusEvent> consumer;

        /** An empty element only wakes the thread up. */
        private final BlockingQueue<Optional<BusEvent>> queue = new ArrayBlockingQueue<>(BUFFER);

        private final Thread thread;
        private volatile boolean missed;
        private volatile boolean closed;

        LocalSubscription(String name, Consumer<BusEvent> consumer) {
            this.name = name;
            this.consumer = consumer;
            this.thread = Thread.ofVirtual().name("bus-" + name).start(this::deliver);
        }

        private void deliver() {
            try {
                while (!closed) {
                    Optional<BusEvent> element = queue.take();
                    if (!closed) {
                        element.ifPresent(this::hand);
                        catchUp();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Wakes the thread up, in case that it has emptied the queue meanwhile. */
        private void miss() {
            missed = true;
            boolean _ = queue.offer(Optional.empty());
        }

        /** Once it has room again, whoever missed something reads again, as after an outage. */
        private void catchUp() {
            if (missed && queue.isEmpty()) {
                missed = false;
                hand(new BusEvent.BusReconnected());
            }
        }

        private void hand(BusEvent event) {
            try {
                consumer.accept(event);
            } catch (RuntimeException e) {
                LOG.log(
                        Level.WARNING,
                        "%s failed on %s".formatted(name, event.getClass().getSimpleName()),
                        e);
            }
        }

        /**
         * Waits for a running call of the consumer; it is not interrupted, as that would break its
         * database connection. Called by the consumer itself, it does not wait.
         */
        @Override
        public void close() {
            subscriptions.remove(this);
            closed = true;
            queue.clear();
            // Fails only if the queue filled again, and then the thread is not waiting.
            boolean woken = queue.offer(Optional.empty());
            if (Thread.currentThread() == thread) {
                return;
            }
            try {
                thread.join();
            } catch (InterruptedException e) {
                LOG.log(Level.DEBUG, "left {0} before its end, woken: {1}", name, woken);
                Thread.currentThread().interrupt();
            }
        }
    }
}
