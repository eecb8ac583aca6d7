package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.domain.ConfigHash;
import dev.myriarch.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RenderedBodiesTest {
    private final Map<ConfigHash, byte[]> stored = new ConcurrentHashMap<>();
    private final AtomicInteger reads = new AtomicInteger();
    private final RenderedBodies bodies = new RenderedBodies(this::read);
    private volatile boolean away;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    private Optional<byte[]> read(ConfigHash hash) {
        reads.incrementAndGet();
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (away) {
            throw new IllegalStateException("away");
        }
        return Optional.ofNullable(stored.get(hash));
    }

    private ConfigHash store(int number, int size) {
        ConfigHash hash = ConfigHash.of(new byte[] {(byte) number});
        stored.put(hash, new byte[size]);
        return hash;
    }

    @Test
    void aConfigurationIsReadOnce() {
        ConfigHash hash = store(1, 10);
        assertThat(bodies.find(hash)).hasValueSatisfying(body -> assertThat(body).hasSize(10));
        assertThat(bodies.find(hash)).isPresent();
        assertThat(reads).hasValue(1);
    }

    @Test
    void whatIsNotThereIsLookedForAgain() {
        ConfigHash hash = ConfigHash.of(new byte[] {7});
        assertThat(bodies.find(hash)).isEmpty();
        stored.put(hash, new byte[3]);
        assertThat(bodies.find(hash)).isPresent();
    }

    @Test
    void theOneThatWasUsedLongestAgoGoesWhenTheyAreTooLarge() {
        ConfigHash first = store(1, 3 << 20);
        ConfigHash small = store(2, 1 << 19);
        ConfigHash last = store(3, 1 << 20);
        assertThat(bodies.find(first)).isPresent();
        assertThat(bodies.find(small)).isPresent();
        assertThat(bodies.find(last)).isPresent();
        assertThat(reads).hasValue(3);
        assertThat(bodies.find(small)).isPresent();
        assertThat(bodies.find(last)).isPresent();
        assertThat(reads).hasValue(3);
        assertThat(bodies.find(first)).isPresent();
        assertThat(reads).hasValue(4);
    }

    @Test
    void whoeverAsksDuringAReadWaitsForItAndReadsItselfWhenItFails() throws Exception {
        ConfigHash hash = store(1, 10);
        gate = new CountDownLatch(1);
        away = true;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Optional<byte[]>>> all = new ArrayList<>();
            all.add(threads.submit(() -> bodies.find(hash)));
            Await.until("a read", Duration.ofMinutes(1), () -> reads.get() == 1);
            all.add(threads.submit(() -> bodies.find(hash)));
            gate.countDown();
            assertThatThrownBy(all.getFirst()::get).hasRootCauseMessage("away");
            assertThatThrownBy(all.getLast()::get).hasRootCauseMessage("away");
        }
        away = false;
        assertThat(bodies.find(hash)).isPresent();
    }
}
