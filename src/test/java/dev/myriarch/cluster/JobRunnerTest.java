package dev.myriarch.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.testing.Await;
import dev.myriarch.testing.LogCapture;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobRunnerTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final Backoff SHORT = new Backoff(Duration.ofMillis(1), Duration.ofMillis(2));

    private final SwitchableLeadership leadership = new SwitchableLeadership();
    private final List<String> runs = new CopyOnWriteArrayList<>();
    private final JobRunner runner =
            new JobRunner(
                    leadership,
                    (job, succeeded, _) -> runs.add(job + " " + succeeded),
                    SHORT,
                    Duration.ofMillis(50));

    @AfterEach
    void close() {
        runner.close();
    }

    @Test
    void jobRunsAtOnceAndWhenAsked() {
        AtomicInteger count = new AtomicInteger();
        JobRunner.Started job =
                runner.start(Job.everywhere("counting", NEVER, count::incrementAndGet));
        Await.until("the first run", LIMIT, () -> count.get() == 1);
        job.runNow();
        Await.until("the second run", LIMIT, () -> count.get() == 2);
    }

    @Test
    void jobRunsAgainAfterItsInterval() {
        AtomicInteger count = new AtomicInteger();
        runner.start(Job.everywhere("ticking", Duration.ofMillis(1), count::incrementAndGet));
        Await.until("three runs", LIMIT, () -> count.get() >= 3);
    }

    @Test
    void requestDuringARunRunsOnceMore() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger count = new AtomicInteger();
        JobRunner.Started job =
                runner.start(
                        Job.everywhere(
                                "busy",
                                NEVER,
                                () -> {
                                    count.incrementAndGet();
                                    entered.countDown();
                                    release.await();
                                }));
        entered.await();
        job.runNow();
        job.runNow();
        release.countDown();
        Await.until("the second run", LIMIT, () -> count.get() == 2);
    }

    @Test
    void failingJobIsRunAgainUntilItSucceeds() {
        AtomicInteger count = new AtomicInteger();
        runner.start(
                Job.everywhere(
                        "shaky",
                        NEVER,
                        () -> {
                            switch (count.incrementAndGet()) {
                                case 1 -> throw new IllegalStateException("on purpose");
                                case 2 -> throw new StackOverflowError();
                                default -> {}
                            }
                        }));
        Await.until("three runs", LIMIT, () -> runs.size() == 3);
        assertThat(runs).containsExactly("shaky false", "shaky false", "shaky true");
    }

    @Test
    void sameFailureAgainIsOneLine() {
        AtomicInteger count = new AtomicInteger();
        List<String> lines;
        try (LogCapture log = LogCapture.of(JobLoop.class.getName())) {
            runner.start(
                    Job.everywhere(
                            "shaky",
                            NEVER,
                            () -> {
                                switch (count.incrementAndGet()) {
                                    case 1, 2, 3 -> throw new IllegalStateException("first");
                                    case 4 -> throw new IllegalStateException("second");
                                    default -> {}
                                }
                            }));
            Await.until("five runs", LIMIT, () -> runs.size() == 5);
            lines = log.lines();
        }
        assertThat(lines)
                .filteredOn(line -> line.startsWith("WARNING"))
                .containsExactly(
                        "WARNING job shaky failed",
                        "WARNING job shaky failed again: java.lang.IllegalStateException: first",
                        "WARNING job shaky failed again: java.lang.IllegalStateException: first",
                        "WARNING job shaky failed");
    }

    @Test
    void failedJobDoesNotWaitWhenWhatItNeedsIsThereAgain() {
        AtomicInteger count = new AtomicInteger();
        try (JobRunner patient =
                new JobRunner(
                        leadership,
                        (job, succeeded, _) -> runs.add(job + " " + succeeded),
                        new Backoff(NEVER, NEVER),
                        Duration.ofMillis(50))) {
            patient.start(Job.everywhere("fine", NEVER, () -> {}));
            patient.start(
                    Job.everywhere(
                            "shaky",
                            NEVER,
                            () -> {
                                if (count.incrementAndGet() == 1) {
                                    throw new IllegalStateException("on purpose");
                                }
                            }));
            Await.until("the first runs", LIMIT, () -> runs.size() == 2);
            Await.until(
                    "another run of the one that failed",
                    LIMIT,
                    () -> {
                        patient.retryFailed();
                        return runs.contains("shaky true");
                    });
            assertThat(runs).containsOnlyOnce("fine true");
        }
    }

    @Test
    void pauseAfterAFailureIsNotLongerThanTheInterval() {
        Backoff backoff = Backoff.DEFAULT.upTo(Duration.ofSeconds(10));
        assertThat(backoff).isEqualTo(new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10)));
        assertThat(Backoff.DEFAULT.upTo(Duration.ofMillis(200)))
                .isEqualTo(new Backoff(Duration.ofMillis(200), Duration.ofMillis(200)));
        assertThat(Backoff.DEFAULT.upTo(Duration.ofHours(1))).isEqualTo(Backoff.DEFAULT);
    }

    @Test
    void leaderJobRunsOnlyWhileThisReplicaLeads() {
        leadership.set(false);
        AtomicInteger count = new AtomicInteger();
        AtomicInteger everywhere = new AtomicInteger();
        JobRunner.Started job =
                runner.start(Job.onLeader("leading", NEVER, count::incrementAndGet));
        runner.start(Job.everywhere("all", NEVER, everywhere::incrementAndGet));
        job.runNow();
        Await.until("the other job", LIMIT, () -> everywhere.get() == 1);
        assertThat(count).hasValue(0);
        leadership.set(true);
        Await.until("the run of the leader", LIMIT, () -> count.get() == 1);
    }

    @Test
    void lostLeadershipInterruptsALeaderJobAndNoOther() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        runner.start(
                Job.onLeader(
                        "leading",
                        NEVER,
                        () -> {
                            entered.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } finally {
                                interrupted.countDown();
                            }
                        }));
        runner.start(
                Job.everywhere(
                        "all",
                        NEVER,
                        () -> {
                            entered.countDown();
                            release.await();
                        }));
        entered.await();
        leadership.set(false);
        interrupted.await();
        release.countDown();
        Await.until("both ends", LIMIT, () -> runs.size() == 2);
        assertThat(runs).containsExactlyInAnyOrder("leading false", "all true");
    }

    @Test
    void runOfAFormerTermIsInterruptedAlsoWhenThisReplicaLeadsAgain() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        AtomicInteger count = new AtomicInteger();
        runner.start(
                Job.onLeader(
                        "leading",
                        NEVER,
                        () -> {
                            if (count.incrementAndGet() == 1) {
                                entered.countDown();
                                new CountDownLatch(1).await();
                            }
                        }));
        entered.await();
        leadership.setTerm(2);
        Await.until("the end of the first run", LIMIT, () -> runs.contains("leading false"));
        // By itself, because the first one failed.
        Await.until("the run of the new term", LIMIT, () -> runs.contains("leading true"));
        assertThat(leadership.acts).containsExactly(1L, 2L);
    }

    @Test
    void onlyJobsOfTheLeaderActInItsName() {
        AtomicInteger count = new AtomicInteger();
        runner.start(Job.everywhere("all", NEVER, count::incrementAndGet));
        Await.until("the run", LIMIT, () -> count.get() == 1);
        assertThat(leadership.acts).isEmpty();
    }

    @Test
    void closeWaitsForTheRunAndInterruptsOneThatHangs() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        runner.start(
                Job.everywhere(
                        "hanging",
                        NEVER,
                        () -> {
                            entered.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } finally {
                                ended.set(true);
                            }
                        }));
        entered.await();
        runner.close();
        assertThat(ended).isTrue();
        assertThatThrownBy(() -> runner.start(Job.everywhere("late", NEVER, () -> {})))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void pausesDoubleUpToTheLongest() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));
        int[] expected = {1, 2, 4, 8, 16, 30, 30, 30};
        for (int failures = 1; failures <= expected.length; failures++) {
            long millis = backoff.pause(failures, random).toMillis();
            assertThat(millis)
                    .as("seed %d, failure %d", seed, failures)
                    .isBetween(expected[failures - 1] * 800L - 1, expected[failures - 1] * 1200L);
        }
        assertThat(backoff.pause(Integer.MAX_VALUE, random)).isLessThan(Duration.ofSeconds(37));
    }

    @Test
    void replicaIdIsTheCleanedHostAndARandomPart() {
        assertThat(ReplicaId.create("Host_1.example/é", new Random(1)).text())
                .matches("host_1\\.example---[0-9a-f]{8}");
        assertThat(ReplicaId.create("", new Random(1)).text()).startsWith("replica-");
        assertThat(ReplicaId.create("h".repeat(500), new Random(1)).text()).hasSize(109);
        assertThatThrownBy(() -> new ReplicaId("a b")).isInstanceOf(IllegalArgumentException.class);
    }

    private static final class SwitchableLeadership implements Leadership {
        private final List<Long> acts = new CopyOnWriteArrayList<>();
        private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
        private volatile long term = 1;

        void set(boolean leads) {
            setTerm(leads ? 1 : 0);
        }

        void setTerm(long number) {
            term = number;
            listeners.forEach(Runnable::run);
        }

        @Override
        public boolean isLeader() {
            return term != 0;
        }

        @Override
        public long term() {
            return term;
        }

        @Override
        public void act(Job.Work work) throws InterruptedException {
            acts.add(term);
            work.run();
        }

        @Override
        public void onChange(Runnable changed) {
            listeners.add(changed);
        }
    }
}
