package dev.myriarch.testing;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A bus that delivers on the thread of the publisher and remembers what it delivered. */
public final class DirectBus implements EventBus {
    private final List<Consumer<BusEvent>> consumers = new CopyOnWriteArrayList<>();
    private final List<BusEvent> published = new CopyOnWriteArrayList<>();

    @Override
    public void publish(BusEvent event) {
        published.add(event);
        consumers.forEach(consumer -> consumer.accept(event));
    }

    @Override
    public Subscription subscribe(String name, Consumer<BusEvent> consumer) {
        consumers.add(consumer);
        return () -> consumers.remove(consumer);
    }

    /** Everything that was published, in order. */
    public List<BusEvent> published() {
        return List.copyOf(published);
    }

    public int subscriptions() {
        return consumers.size();
    }
}
