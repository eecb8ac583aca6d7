package dev.myriarch.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.Secret;
import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PooledDatabasePgTest {
    private static final PoolOptions SMALL =
            new PoolOptions(2, Duration.ofMillis(300), Duration.ofMillis(400), "small pool");

    private final TestDatabase test = TestDatabase.createEmpty();
    private final PooledDatabase database = test.database();

    @BeforeEach
    void createTable() {
        database.update(
                """
                CREATE TABLE things (
                  id integer PRIMARY KEY, uid uuid, name text CONSTRAINT short CHECK (length(name) < 9),
                  at timestamptz, ok boolean, data bytea, document jsonb, tags text[], uids uuid[],
                  parent integer CONSTRAINT family REFERENCES things)
                """,
                Jdbc.Binder.NONE);
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void everyTypeComesBackAsItWent() {
        UUID id = UUID.randomUUID();
        Instant at = Instant.parse("2026-01-02T03:04:05.123456Z");
        int hits =
                database.update(
                        """
                        INSERT INTO things (id, uid, name, at, ok, data, document, tags, uids, parent)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                        parameters ->
                                parameters
                                        .integer(1)
                                        .uuid(id)
                                        .text("ä'?")
                                        .instant(at)
                                        .bool(true)
                                        .bytes(new byte[] {0, 1, -1})
                                        .json("{\"a\": 1}")
                                        .texts(List.of("x", "y,\"z"))
                                        .uuids(List.of(id))
                                        .optionalInteger(null));
        assertThat(hits).isOne();
        String found =
                database.one(
                                """
                                SELECT *, document->>'a' AS a, tags[2] AS tag, uids[1] AS first
                                FROM things WHERE uid = ?
                                """,
                                parameters -> parameters.uuid(id),
                                row -> {
                                    assertThat(row.uuid("uid")).isEqualTo(id);
                                    assertThat(row.uuid("first")).isEqualTo(id);
                                    assertThat(row.instant("at")).isEqualTo(at);
                                    assertThat(row.bool("ok")).isTrue();
                                    assertThat(row.bytes("data")).containsExactly(0, 1, -1);
                                    assertThat(row.text("a")).isEqualTo("1");
                                    assertThat(row.text("tag")).isEqualTo("y,\"z");
                                    assertThat(row.optionalBigint("parent")).isEmpty();
                                    return row.text("name");
                                })
                        .orElseThrow();
        assertThat(found).isEqualTo("ä'?");
    }

    @Test
    void oneRefusesASecondRow() {
        insert(1, "a");
        insert(2, "b");
        assertThatThrownBy(() ->
                        database.one(
                                "SELECT name FROM things",
                                Jdbc.Binder.NONE,
                                row -> row.text("name")))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("more than one row");
    }

    @Test
    void violationsHaveTheirKindAndConstraint() {
        insert(1, "a");
        assertFailure(() -> insert(1, "b"), DatabaseException.Kind.UNIQUE, "things_pkey");
        assertFailure(() -> insert(2, "long-long"), DatabaseException.Kind.CHECK, "short");
        assertFailure(
                () ->
                        database.update(
                                "UPDATE things SET parent = ?",
                                parameters -> parameters.integer(9)),
                DatabaseException.Kind.FOREIGN_KEY,
                "family");
    }

    @Test
    void violationInABatchHasItsConstraintAndChangesNothing() {
        assertFailure(
                () ->
                        database.inTransaction(jdbc ->
                                jdbc.batch(
                                        "INSERT INTO things (id) VALUES (?)",
                                        List.of(
                                                parameters -> parameters.integer(1),
                                                parameters -> parameters.integer(1)))),
                DatabaseException.Kind.UNIQUE,
                "things_pkey");
        assertThat(names()).isEmpty();
    }

    @Test
    void batchTellsTheHitsOfEach() {
        insert(1, "a");
        int[] hits =
                database.batch(
                        "UPDATE things SET name = ? WHERE id = ?",
                        List.of(
                                parameters -> parameters.text("b").integer(1),
                                parameters -> parameters.text("c").integer(2)));
        assertThat(hits).containsExactly(1, 0);
        assertThat(database.batch("UPDATE things SET name = ?", List.of())).isEmpty();
    }

    @Test
    void messagesRepeatNoStoredValue() {
        insert(4711, "a");
        assertThatThrownBy(() -> insert(4711, "b")).hasMessageNotContaining("4711");
    }

    @Test
    void statementTimeoutIsItsOwnKindAndTheConnectionStays() {
        try (PooledDatabase small = new PooledDatabase(test.url(), SMALL)) {
            assertThatThrownBy(() -> pause(small, 30))
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            e -> assertThat(e.kind()).isEqualTo(DatabaseException.Kind.TIMEOUT));
            assertThat(small.openConnections()).isOne();
            assertThat(small.connectionsInUse()).isZero();
        }
    }

    @Test
    void transactionCommitsOrLeavesNothing() {
        database.inTransaction(jdbc ->
                jdbc.update("INSERT INTO things (id, name) VALUES (1, 'a')", Jdbc.Binder.NONE));
        assertThatThrownBy(() ->
                        database.inTransaction(jdbc -> {
                            jdbc.update(
                                    "INSERT INTO things (id, name) VALUES (2, 'b')",
                                    Jdbc.Binder.NONE);
                            throw new IllegalArgumentException("no");
                        }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(names()).containsExactly("a");
        assertThat(database.connectionsInUse()).isZero();
    }

    @Test
    void transactionThatHidAFailureDoesNotCommit() {
        insert(1, "a");
        assertThatThrownBy(() ->
                        database.inTransaction(jdbc -> {
                            jdbc.update(
                                    "INSERT INTO things (id, name) VALUES (2, 'b')",
                                    Jdbc.Binder.NONE);
                            try {
                                return jdbc.update(
                                        "INSERT INTO things (id) VALUES (1)", Jdbc.Binder.NONE);
                            } catch (DatabaseException hidden) {
                                return 0;
                            }
                        }))
                .isInstanceOf(DatabaseException.class);
        assertThat(names()).containsExactly("a");
    }

    @Test
    void nestedUseOfThePoolIsRefused() {
        assertThatThrownBy(() -> database.inTransaction(_ -> names()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("inside a transaction");
        assertThat(names()).isEmpty();
    }

    @Test
    void jdbcOfAnEndedTransactionIsRefused() {
        Jdbc ended = database.inTransaction(jdbc -> jdbc);
        assertThatThrownBy(() -> ended.update("DELETE FROM things", Jdbc.Binder.NONE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ended");
    }

    @Test
    void serializationFailureRepeatsTheWholeBody() {
        insert(1, "a");
        AtomicInteger runs = new AtomicInteger();
        database.inTransaction(jdbc -> {
            jdbc.update("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", Jdbc.Binder.NONE);
            jdbc.list("SELECT id FROM things", Jdbc.Binder.NONE, row -> row.integer("id"));
            if (runs.incrementAndGet() == 1) {
                updateElsewhere();
            }
            return jdbc.update("UPDATE things SET name = name || '!'", Jdbc.Binder.NONE);
        });
        assertThat(runs).hasValue(2);
        assertThat(names()).containsExactly("b!");
    }

    private void updateElsewhere() {
        try (PooledDatabase other = new PooledDatabase(test.url(), SMALL)) {
            other.update("UPDATE things SET name = 'b'", Jdbc.Binder.NONE);
        }
    }

    @Test
    void deadlockRepeatsTheTransactionThatLost() throws Exception {
        insert(1, "a");
        insert(2, "b");
        CyclicBarrier bothHoldOne = new CyclicBarrier(2);
        AtomicInteger runs = new AtomicInteger();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> rivals = new ArrayList<>();
            for (int first = 1; first <= 2; first++) {
                int mine = first;
                AtomicInteger own = new AtomicInteger();
                rivals.add(
                        executor.submit(() ->
                                database.inTransaction(jdbc -> {
                                    runs.incrementAndGet();
                                    exclaim(jdbc, mine);
                                    if (own.incrementAndGet() == 1) {
                                        meet(bothHoldOne);
                                    }
                                    return exclaim(jdbc, 3 - mine);
                                })));
            }
            for (Future<Integer> rival : rivals) {
                assertThat(rival.get()).isOne();
            }
        }
        // On a busy machine the one that lost may lose again.
        assertThat(runs).hasValueGreaterThanOrEqualTo(3);
        assertThat(names()).containsExactlyInAnyOrder("a!!", "b!!");
    }

    private static int exclaim(Jdbc jdbc, int id) {
        return jdbc.update(
                "UPDATE things SET name = name || '!' WHERE id = ?",
                parameters -> parameters.integer(id));
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void transactionThatNeverFitsIsGivenUp() {
        AtomicInteger runs = new AtomicInteger();
        assertFailure(
                () ->
                        database.inTransaction(jdbc -> {
                            runs.incrementAndGet();
                            return jdbc.update(
                                    "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$",
                                    Jdbc.Binder.NONE);
                        }),
                DatabaseException.Kind.SERIALIZATION);
        assertThat(runs).hasValue(6);
    }

    @Test
    void transactionThatFallsSilentIsEndedByTheServer() {
        try (PooledDatabase strict =
                new PooledDatabase(
                        test.url(),
                        new PoolOptions(
                                1, Duration.ofSeconds(5), Duration.ofSeconds(2), "silent"))) {
            assertFailure(
                    () ->
                            strict.inTransaction(jdbc -> {
                                jdbc.update(
                                        "INSERT INTO things (id, name) VALUES (9, 'x')",
                                        Jdbc.Binder.NONE);
                                Await.until(
                                        "the end of the session",
                                        Duration.ofSeconds(30),
                                        () -> sessions("silent") == 0);
                                return jdbc.update("DELETE FROM things", Jdbc.Binder.NONE);
                            }),
                    DatabaseException.Kind.CONNECTION);
            assertThat(strict.connectionsInUse()).isZero();
        }
        assertThat(names()).isEmpty();
    }

    private long sessions(String application) {
        return database.one(
                        "SELECT count(*) AS sessions FROM pg_stat_activity WHERE application_name ="
                                + " ? AND datname = current_database()",
                        parameters -> parameters.text(application),
                        row -> row.bigint("sessions"))
                .orElseThrow();
    }

    @Test
    void exhaustedPoolFailsAfterItsTimeout() throws Exception {
        CountDownLatch taken = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        try (PooledDatabase small = new PooledDatabase(test.url(), SMALL);
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> holders = new ArrayList<>();
            for (int holder = 0; holder < 2; holder++) {
                holders.add(executor.submit(() -> small.inTransaction(_ -> await(taken, release))));
            }
            taken.await();
            assertThatThrownBy(() -> pause(small, 0))
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            e -> {
                                assertThat(e.kind()).isEqualTo(DatabaseException.Kind.CONNECTION);
                                assertThat(e).hasMessageContaining("all 2 are in use");
                            });
            release.countDown();
            for (Future<Boolean> holder : holders) {
                assertThat(holder.get()).isTrue();
            }
            assertThat(small.connectionsInUse()).isZero();
            assertThat(small.openConnections()).isEqualTo(2);
        }
    }

    private static boolean await(CountDownLatch taken, CountDownLatch release) {
        taken.countDown();
        try {
            release.await();
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void manyThreadsShareFewConnections() throws Exception {
        PoolOptions options =
                new PoolOptions(3, Duration.ofSeconds(30), Duration.ofSeconds(30), "shared");
        try (PooledDatabase shared = new PooledDatabase(test.url(), options);
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> inserts = new ArrayList<>();
            for (int id = 0; id < 200; id++) {
                int number = id;
                inserts.add(
                        executor.submit(() ->
                                shared.update(
                                        "INSERT INTO things (id, name) VALUES (?, 'x')",
                                        parameters -> parameters.integer(number))));
            }
            for (Future<Integer> insert : inserts) {
                assertThat(insert.get()).isOne();
            }
            assertThat(shared.openConnections()).isBetween(1, 3);
            assertThat(shared.connectionsInUse()).isZero();
        }
        assertThat(names()).hasSize(200);
    }

    @Test
    void connectionLostInAStatementIsDroppedAndTheNextStatementConnects() {
        try (PooledDatabase small = new PooledDatabase(test.url(), SMALL)) {
            assertThatThrownBy(() ->
                            small.list(
                                    "SELECT pg_terminate_backend(pg_backend_pid()) AS x",
                                    Jdbc.Binder.NONE,
                                    row -> row.bool("x")))
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            e -> assertThat(e.kind()).isEqualTo(DatabaseException.Kind.CONNECTION));
            assertThat(small.openConnections()).isZero();
            pause(small, 0);
            assertThat(small.openConnections()).isOne();
        }
    }

    @Test
    void idleConnectionsThatDiedAreReplacedAfterTheFirstLoss() {
        pause(database, 0);
        int before = database.openConnections();
        test.endSessions();
        try {
            pause(database, 0);
        } catch (DatabaseException e) {
            assertThat(e.kind()).isEqualTo(DatabaseException.Kind.CONNECTION);
        }
        pause(database, 0);
        assertThat(database.openConnections()).isBetween(1, before);
    }

    @Test
    void returnOfTheServerIsToldOnce() {
        AtomicInteger returns = new AtomicInteger();
        try (PooledDatabase small = new PooledDatabase(test.url(), SMALL)) {
            small.onReturn(returns::incrementAndGet);
            pause(small, 0);
            pause(small, 0);
            assertThat(returns).hasValue(0);
            assertFailure(
                    () ->
                            small.list(
                                    "SELECT pg_terminate_backend(pg_backend_pid()) AS x",
                                    Jdbc.Binder.NONE,
                                    row -> row.bool("x")),
                    DatabaseException.Kind.CONNECTION);
            assertThat(returns).hasValue(0);
            pause(small, 0);
            pause(small, 0);
            assertThat(returns).hasValue(1);
        }
    }

    @Test
    void transactionThatLosesItsConnectionFailsAndGivesItBack() {
        assertThatThrownBy(() ->
                        database.inTransaction(jdbc ->
                                jdbc.list(
                                        "SELECT pg_terminate_backend(pg_backend_pid()) AS x",
                                        Jdbc.Binder.NONE,
                                        row -> row.bool("x"))))
                .isInstanceOf(DatabaseException.class);
        assertThat(database.connectionsInUse()).isZero();
        assertThat(names()).isEmpty();
    }

    @Test
    void wrongPasswordFailsWithoutShowingIt() {
        DatabaseUrl url = test.url();
        DatabaseUrl wrong =
                new DatabaseUrl(
                        url.hosts(),
                        url.database(),
                        url.user(),
                        new Secret("hunter2"),
                        url.parameters());
        try (PooledDatabase refused = new PooledDatabase(wrong, SMALL)) {
            assertThatThrownBy(() -> pause(refused, 0))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining("cannot connect to postgres://postgres@127.0.0.1:")
                    .hasMessageNotContaining("hunter2");
            assertThat(refused.connectionsInUse()).isZero();
        }
    }

    @Test
    void closedPoolRefuses() {
        PooledDatabase closed = new PooledDatabase(test.url(), SMALL);
        pause(closed, 0);
        closed.close();
        assertThat(closed.openConnections()).isZero();
        assertThatThrownBy(() -> pause(closed, 0)).hasMessageContaining("closed");
    }

    @Test
    void metricsShowThePool() {
        MetricRegistry metrics = new MetricRegistry();
        database.register(metrics);
        assertThat(metrics.expose())
                .contains("\nmyriarch_db_connections_open 1\n")
                .contains("\nmyriarch_db_connections_in_use 0\n")
                .contains("\nmyriarch_db_waiting 0\n");
    }

    private static void pause(PooledDatabase on, int seconds) {
        on.list(
                "SELECT pg_sleep(?)::text AS slept",
                parameters -> parameters.integer(seconds),
                row -> row.text("slept"));
    }

    private void insert(int id, String name) {
        database.update(
                "INSERT INTO things (id, name) VALUES (?, ?)",
                parameters -> parameters.integer(id).text(name));
    }

    private List<String> names() {
        return database.list(
                "SELECT name FROM things ORDER BY id", Jdbc.Binder.NONE, row -> row.text("name"));
    }

    private static void assertFailure(Runnable action, DatabaseException.Kind kind) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        DatabaseException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    private static void assertFailure(
            Runnable action, DatabaseException.Kind kind, String constraint) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        e -> {
                            assertThat(e.kind()).isEqualTo(kind);
                            assertThat(e.constraint()).contains(constraint);
                        });
    }
}
