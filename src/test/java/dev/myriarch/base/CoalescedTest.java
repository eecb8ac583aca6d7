package dev.myriarch.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CoalescedTest {
    @Test
    void everyQuestionGetsAResultOfItsOwnWhereNobodyWaits() {
        AtomicInteger count = new AtomicInteger();
        Coalesced<Integer> coalesced = new Coalesced<>(count::incrementAndGet);
        assertThat(coalesced.get()).isEqualTo(1);
        assertThat(coalesced.get()).isEqualTo(2);
    }

    @Test
    void whoeverAsksDuringAComputationSharesTheNextOne() throws Exception {
        AtomicInteger started = new AtomicInteger();
        CountDownLatch release = new CountDownLatch(1);
        Coalesced<Integer> coalesced =
                new Coalesced<>(() -> {
                    int number = started.incrementAndGet();
                    awaitQuietly(release);
                    return number;
                });
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> first = threads.submit(coalesced::get);
            Await.until(
                    "the first computation runs", Duration.ofSeconds(30), () -> started.get() == 1);
            List<Future<Integer>> others = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                others.add(threads.submit(coalesced::get));
            }
            release.countDown();
            assertThat(first.get()).isEqualTo(1);
            for (Future<Integer> other : others) {
                assertThat(other.get())
                        .as("a result that is newer than the question")
                        .isGreaterThan(1);
            }
        }
        assertThat(started.get()).as("computations for 21 questions").isBetween(2, 21);
    }

    @Test
    void aFailureReachesAllWhoShareItAndNoOther() {
        AtomicInteger count = new AtomicInteger();
        Coalesced<Integer> coalesced =
                new Coalesced<>(() -> {
                    if (count.incrementAndGet() == 1) {
                        throw new IllegalStateException("away");
                    }
                    return count.get();
                });
        assertThatThrownBy(coalesced::get).isInstanceOf(IllegalStateException.class);
        assertThat(coalesced.get()).isEqualTo(2);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
