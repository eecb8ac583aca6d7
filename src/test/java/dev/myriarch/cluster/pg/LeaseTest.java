package dev.myriarch.cluster.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaseTest {
    private final List<Boolean> changes = new CopyOnWriteArrayList<>();
    private Lease lease = new Lease(Duration.ofHours(1), () -> {});

    @AfterEach
    void close() {
        lease.close();
    }

    private void start(Duration length) {
        start(length, () -> {});
    }

    private void start(Duration length, Runnable ranOut) {
        lease = new Lease(length, ranOut);
        lease.onChange(() -> changes.add(lease.isHeld()));
        lease.start();
    }

    @Test
    void withoutAnAnswerItEndsByItselfAndTells() {
        start(Duration.ofMillis(200));
        lease.begin(1, System.nanoTime());
        Await.until("end", Duration.ofSeconds(10), () -> changes.equals(List.of(true, false)));
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.renew(System.nanoTime())).isFalse();
    }

    @Test
    void lateQuestionDoesNotRevive() {
        start(Duration.ofHours(1));
        lease.begin(1, System.nanoTime() - Duration.ofHours(2).toNanos());
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.renew(System.nanoTime())).isFalse();
    }

    @Test
    void answerExtendsAndTheEndTellsOnce() {
        start(Duration.ofHours(1));
        lease.begin(1, System.nanoTime());
        assertThat(lease.renew(System.nanoTime())).isTrue();
        lease.end();
        lease.end();
        lease.close();
        assertThat(changes).containsExactly(true, false);
    }

    @Test
    void watcherThatStallsDoesNotEndTheNextTerm() throws InterruptedException {
        CountDownLatch stalled = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        start(
                Duration.ofHours(1),
                () -> {
                    stalled.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        lease.begin(1, System.nanoTime() - Duration.ofHours(2).toNanos());
        assertThat(stalled.await(30, TimeUnit.SECONDS)).isTrue();

        lease.begin(2, System.nanoTime());
        goOn.countDown();

        // Told twice by the begins and once by the watcher, which has done its work then.
        Await.until("the watcher told", Duration.ofSeconds(30), () -> changes.size() == 3);
        assertThat(lease.term()).isEqualTo(2);
        assertThat(changes).containsExactly(false, true, true);
    }
}
