package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.LogCapture;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.WatchedDatabase;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ReadinessPgTest {
    private static final TestDatabase TEST = TestDatabase.createEmpty();

    private final WatchedDatabase database = new WatchedDatabase(TEST.database());
    private final AtomicBoolean bus = new AtomicBoolean(true);
    private final AtomicLong nanos = new AtomicLong();
    private final Readiness readiness = new Readiness(database, bus::get, nanos::get);

    @AfterAll
    static void close() {
        TEST.close();
    }

    @Test
    void answerOfTheDatabaseCountsForASecond() {
        assertThat(readiness.getAsBoolean()).isTrue();
        database.setAway(true);
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(999));
        assertThat(readiness.getAsBoolean()).isTrue();
        assertThat(database.takeStatements()).hasSize(1);

        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
        assertThat(readiness.getAsBoolean()).isFalse();
        database.setAway(false);
        assertThat(readiness.getAsBoolean()).isFalse();
        assertThat(database.takeStatements()).hasSize(1);

        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(readiness.getAsBoolean()).isTrue();
    }

    @Test
    void busThatIsNotConnectedIsNoticedAtOnce() {
        assertThat(readiness.getAsBoolean()).isTrue();
        bus.set(false);
        assertThat(readiness.getAsBoolean()).isFalse();
    }

    @Test
    void theLogTellsEachChangeOnce() {
        try (LogCapture log = LogCapture.of(Readiness.class.getName())) {
            probe(true);
            probe(true);
            assertThat(log.lines()).isEmpty();
            database.setAway(true);
            probe(false);
            probe(false);
            bus.set(false);
            probe(false);
            probe(false);
            database.setAway(false);
            bus.set(true);
            probe(true);
            probe(true);
            bus.set(false);
            probe(false);
            assertThat(log.lines())
                    .containsExactly(
                            "WARNING not ready: the database does not answer: CONNECTION",
                            "WARNING not ready: the event bus is not connected to the database",
                            "INFO ready again",
                            "WARNING not ready: the event bus is not connected to the database");
        }
    }

    /** After the last answer is forgotten. */
    private void probe(boolean ready) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
        assertThat(readiness.getAsBoolean()).isEqualTo(ready);
    }

    @Test
    void probesDoNotQueueBehindASlowDatabase() throws Exception {
        assertThat(readiness.getAsBoolean()).isTrue();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        database.setBefore(_ -> {
            asked.countDown();
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
        try (ExecutorService probes = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> waiting = probes.submit(readiness::getAsBoolean);
            asked.await();
            assertThat(readiness.getAsBoolean()).isTrue();
            answer.countDown();
            assertThat(waiting.get()).isTrue();
        }
    }
}
