package dev.myriarch.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalEventBusTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final List<String> drops = new CopyOnWriteArrayList<>();
    private final LocalEventBus bus = new LocalEventBus(drops::add);

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void everySubscriberGetsEveryEventInOrder() {
        List<BusEvent> first = new CopyOnWriteArrayList<>();
        List<BusEvent> second = new CopyOnWriteArrayList<>();
        bus.subscribe("first", first::add);
        bus.subscribe("second", second::add);
        List<BusEvent> events =
                List.of(
                        new BusEvent.GitopsSynced("a", true),
                        new BusEvent.GitopsSyncRequested(),
                        new BusEvent.GitopsSynced("b", false));
        events.forEach(bus::publish);
        Await.until("delivery", LIMIT, () -> first.size() == 3 && second.size() == 3);
        assertThat(first).isEqualTo(events);
        assertThat(second).isEqualTo(events);
        assertThat(drops).isEmpty();
    }

    @Test
    void consumerThatThrowsGetsTheNextEvent() {
        AtomicInteger calls = new AtomicInteger();
        bus.subscribe(
                "failing",
                _ -> {
                    calls.incrementAndGet();
                    throw new IllegalStateException("on purpose");
                });
        bus.publish(new BusEvent.GitopsSyncRequested());
        bus.publish(new BusEvent.GitopsSyncRequested());
        Await.until("both calls", LIMIT, () -> calls.get() == 2);
    }

    @Test
    void fullBufferDropsAndCountsAndOthersGetAll() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        List<BusEvent> slow = new CopyOnWriteArrayList<>();
        bus.subscribe(
                "slow",
                event -> {
                    entered.countDown();
                    awaitQuietly(release);
                    slow.add(event);
                });
        bus.publish(new BusEvent.GitopsSyncRequested());
        entered.await();
        for (int event = 0; event < LocalEventBus.BUFFER + 7; event++) {
            bus.publish(new BusEvent.GitopsSyncRequested());
        }
        assertThat(drops).hasSize(7).containsOnly("slow");
        release.countDown();
        BusEvent again = new BusEvent.BusReconnected();
        Await.until("it is told to read again", LIMIT, () -> slow.contains(again));
        assertThat(slow).hasSize(LocalEventBus.BUFFER + 2).endsWith(again).containsOnlyOnce(again);
        // From here on it misses nothing.
        bus.publish(new BusEvent.GitopsSyncRequested());
        Await.until("the next one", LIMIT, () -> slow.size() == LocalEventBus.BUFFER + 3);
        assertThat(slow).endsWith(new BusEvent.GitopsSyncRequested());
    }

    @Test
    void closedSubscriptionIsNotCalledAnyMore() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        EventBus.Subscription subscription =
                bus.subscribe(
                        "closing",
                        _ -> {
                            entered.countDown();
                            awaitQuietly(release);
                            calls.incrementAndGet();
                        });
        bus.publish(new BusEvent.GitopsSyncRequested());
        bus.publish(new BusEvent.GitopsSyncRequested());
        entered.await();
        Thread closer = Thread.ofVirtual().start(subscription::close);
        release.countDown();
        closer.join();
        int atClose = calls.get();
        assertThat(atClose).isPositive();
        bus.publish(new BusEvent.GitopsSyncRequested());
        assertThat(calls).hasValue(atClose);
    }

    @Test
    void consumerMayCloseItsOwnSubscription() throws InterruptedException {
        CountDownLatch closed = new CountDownLatch(1);
        CountDownLatch subscribed = new CountDownLatch(1);
        List<EventBus.Subscription> own = new CopyOnWriteArrayList<>();
        own.add(
                bus.subscribe(
                        "once",
                        _ -> {
                            awaitQuietly(subscribed);
                            own.getFirst().close();
                            closed.countDown();
                        }));
        bus.publish(new BusEvent.GitopsSyncRequested());
        subscribed.countDown();
        closed.await();
        assertThat(own).hasSize(1);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
