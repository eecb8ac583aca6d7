package dev.myriarch.cluster.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.DedicatedSession;
import dev.myriarch.db.DedicatedSessions;
import dev.myriarch.db.Fence;
import dev.myriarch.db.FencedException;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.PooledDatabase;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a leader that was stopped may still do when it goes on and knows of nothing. */
class TermFencePgTest {
    private static final LeaderBudget BUDGET = new LeaderBudget(Duration.ofSeconds(10));
    private static final long KEY = -7_012_024_000_001L;
    private static final TestDatabase TEST = TestDatabase.create();
    private static final PooledDatabase DATABASE = TEST.database();

    private final TermFence fence = new TermFence(KEY);

    @BeforeAll
    static void createTable() {
        DATABASE.update("CREATE TABLE deeds (what text)", Jdbc.Binder.NONE);
    }

    @BeforeEach
    void forget() {
        TEST.clear(List.of("deeds"));
    }

    @AfterAll
    static void close() {
        TEST.close();
    }

    private long claim() {
        DedicatedSessions sessions =
                new DedicatedSessions(
                        TEST.url(), "test", Duration.ofSeconds(30), BUDGET.keepalive());
        try (DedicatedSession session = sessions.open()) {
            return fence.claim(session, DATABASE, BUDGET.claimPatience());
        }
    }

    /** The fence of a replica that takes itself for the leader whatever happens. */
    private Fence unknowing(long term) {
        return fence.of(term, _ -> true);
    }

    private static int write(Jdbc jdbc, String what) {
        return jdbc.update("INSERT INTO deeds VALUES (?)", parameters -> parameters.text(what));
    }

    private static List<String> deeds() {
        return DATABASE.list("SELECT what FROM deeds", Jdbc.Binder.NONE, row -> row.text("what"));
    }

    @Test
    void everyTermHasANumberOfItsOwn() {
        long first = claim();
        assertThat(claim()).isEqualTo(first + 1);
    }

    @Test
    void leaderWritesInItsTerm() throws InterruptedException {
        DATABASE.fenced(
                unknowing(claim()),
                () -> {
                    assertThat(write(DATABASE, "statement")).isOne();
                    DATABASE.inTransaction(jdbc -> write(jdbc, "transaction"));
                });
        assertThat(deeds()).containsExactly("statement", "transaction");
    }

    @Test
    void transactionInWhichTheNextTermBeginsChangesNothing() throws InterruptedException {
        DATABASE.fenced(
                unknowing(claim()),
                () ->
                        assertThatThrownBy(() ->
                                        DATABASE.inTransaction(jdbc -> {
                                            write(jdbc, "late");
                                            return claim();
                                        }))
                                .isInstanceOf(FencedException.class)
                                .hasMessageContaining("another replica leads in term"));
        assertThat(deeds()).isEmpty();
        assertThat(DATABASE.connectionsInUse()).isZero();
    }

    @Test
    void statementAfterTheTermChangesNothingAndReadingGoesOn() throws InterruptedException {
        long former = claim();
        claim();
        DATABASE.fenced(
                unknowing(former),
                () -> {
                    assertThatThrownBy(() -> write(DATABASE, "late"))
                            .isInstanceOf(FencedException.class);
                    assertThatThrownBy(() ->
                                    DATABASE.list(
                                            "INSERT INTO deeds VALUES ('late') RETURNING what",
                                            Jdbc.Binder.NONE,
                                            row -> row.text("what")))
                            .isInstanceOf(FencedException.class);
                    assertThat(deeds()).isEmpty();
                });
        assertThat(write(DATABASE, "not as leader")).isOne();
    }

    @Test
    void replicaThatKnowsOfTheEndOfItsTermIsNotAskedTwice() throws InterruptedException {
        DATABASE.fenced(
                fence.of(claim(), _ -> false),
                () ->
                        assertThatThrownBy(() -> write(DATABASE, "late"))
                                .isInstanceOf(FencedException.class)
                                .hasMessageContaining("of this replica is over"));
        assertThat(deeds()).isEmpty();
    }

    @Test
    void missingNumberRefusesEverything() throws InterruptedException {
        Fence present = unknowing(claim());
        DATABASE.update("DELETE FROM kv WHERE key LIKE 'leader/term/%'", Jdbc.Binder.NONE);
        DATABASE.fenced(
                present,
                () ->
                        assertThatThrownBy(() -> write(DATABASE, "late"))
                                .isInstanceOf(FencedException.class));
        assertThat(deeds()).isEmpty();
    }

    @Test
    void threadsThatTheWorkStartsAreFencedToo() throws InterruptedException {
        Fence former = unknowing(claim());
        claim();
        DATABASE.fenced(
                former,
                () -> {
                    try (ExecutorService workers =
                            Executors.newFixedThreadPool(2, Thread.ofVirtual().factory())) {
                        Future<Integer> late = workers.submit(() -> write(DATABASE, "late"));
                        assertThatThrownBy(late::get).hasCauseInstanceOf(FencedException.class);
                    }
                });
        assertThat(deeds()).isEmpty();
    }

    @Test
    void leaderThatStopsWhileItCommitsDoesNotKeepTheNextFromLeading() throws Exception {
        long former = claim();
        CountDownLatch verified = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Fence stopping =
                transaction -> {
                    unknowing(former).verify(transaction);
                    verified.countDown();
                    await(goOn);
                };
        try (ExecutorService stopped = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> late =
                    stopped.submit(() -> {
                        DATABASE.fenced(stopping, () -> write(DATABASE, "late"));
                        return true;
                    });
            verified.await();

            assertThat(claim()).isEqualTo(former + 1);

            goOn.countDown();
            assertThatThrownBy(late::get).hasCauseInstanceOf(DatabaseException.class);
        }
        assertThat(deeds()).isEmpty();
        Await.until(
                "the connection is given back",
                Duration.ofSeconds(30),
                () -> DATABASE.connectionsInUse() == 0);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
