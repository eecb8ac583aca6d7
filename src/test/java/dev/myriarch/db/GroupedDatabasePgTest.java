package dev.myriarch.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.testing.Await;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.WatchedDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class GroupedDatabasePgTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String INSERT = "INSERT INTO things (id, size) VALUES (?, ?)";
    private static final String GROW = "UPDATE things SET size = size + ? WHERE id = ?";
    private static final String NOTE = "INSERT INTO notes (id, text) VALUES (?, ?)";

    private final TestDatabase test = TestDatabase.createEmpty();
    private final WatchedDatabase watched = new WatchedDatabase(test.database());
    private final GroupedDatabase grouped = new GroupedDatabase(watched, 1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @BeforeEach
    void tables() {
        for (String table :
                List.of(
                        "CREATE TABLE things (id uuid PRIMARY KEY, size int CHECK (size < 1000))",
                        "CREATE TABLE notes (number serial, id uuid REFERENCES things, text text)")) {
            test.database().update(table, Jdbc.Binder.NONE);
        }
    }

    @AfterEach
    void close() {
        threads.close();
        test.close();
    }

    private static UUID id(int number) {
        return new UUID(0, number);
    }

    private static Write insert(int number, int size) {
        return new Write(INSERT, parameters -> parameters.uuid(id(number)).integer(size));
    }

    private static Write grow(int number, int by) {
        return new Write(GROW, parameters -> parameters.integer(by).uuid(id(number)));
    }

    private static Write note(int number, String text) {
        return new Write(NOTE, parameters -> parameters.uuid(id(number)).text(text));
    }

    private List<String> notes() {
        return test.database()
                .list(
                        "SELECT text FROM notes ORDER BY number",
                        Jdbc.Binder.NONE,
                        row -> row.text("text"));
    }

    private List<Integer> sizes() {
        return test.database()
                .list(
                        "SELECT size FROM things ORDER BY id",
                        Jdbc.Binder.NONE,
                        row -> row.integer("size"));
    }

    /** Lets these be written together: they come while another write is held up. */
    private List<Future<int[]>> together(List<List<Write>> units) throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        watched.setBefore(_ -> {
            watched.setBefore(_ -> {});
            held.countDown();
            awaitOpen(gate);
        });
        Future<int[]> first =
                threads.submit(() -> grouped.write(id(999), List.of(insert(999, 999))));
        held.await();
        watched.takeStatements();
        List<Future<int[]>> hits = new ArrayList<>();
        for (int i = 0; i < units.size(); i++) {
            UUID about = id(i);
            List<Write> unit = units.get(i);
            int before = grouped.waiting();
            hits.add(threads.submit(() -> grouped.write(about, unit)));
            Await.until("queued", LONG, () -> grouped.waiting() == before + 1);
        }
        gate.countDown();
        assertThat(first.get()).containsExactly(1);
        return hits;
    }

    private static void awaitOpen(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatComesDuringAWriteIsWrittenInOneTransaction() throws Exception {
        List<List<Write>> units = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            units.add(
                    i % 3 == 0
                            ? List.of(insert(i, i))
                            : List.of(insert(i, i), note(i, "note " + i), grow(i, 100)));
        }
        List<Future<int[]>> hits = together(units);
        for (int i = 0; i < 30; i++) {
            assertThat(hits.get(i).get()).hasSize(i % 3 == 0 ? 1 : 3).containsOnly(1);
        }
        assertThat(watched.takeStatements()).containsExactly("BEGIN", INSERT, NOTE, GROW);
        assertThat(sizes().subList(0, 4)).containsExactly(0, 101, 102, 3);
        assertThat(notes()).hasSize(20);
    }

    @Test
    void unitsOfDifferentShapeShareTheStatementsTheyHaveInCommon() throws Exception {
        List<Future<int[]>> hits =
                together(
                        List.of(
                                List.of(insert(0, 0), note(0, "a")),
                                List.of(grow(1, 1), note(999, "b")),
                                List.of(note(999, "c"), grow(999, -1), note(999, "d"))));
        assertThat(hits.get(0).get()).containsExactly(1, 1);
        assertThat(hits.get(1).get()).containsExactly(0, 1);
        assertThat(hits.get(2).get()).containsExactly(1, 1, 1);
        assertThat(watched.takeStatements()).hasSizeLessThanOrEqualTo(6);
        assertThat(notes()).containsExactlyInAnyOrder("a", "b", "c", "d");
        assertThat(notes().indexOf("c")).isLessThan(notes().indexOf("d"));
    }

    @Test
    void theFailureOfOneIsNotThatOfTheOthers() throws Exception {
        List<Future<int[]>> hits =
                together(
                        List.of(
                                List.of(insert(0, 1), note(0, "a")),
                                List.of(insert(1, 1), note(1, "b"), grow(1, 5000)),
                                List.of(insert(2, 1), note(2, "c"))));
        assertThat(hits.get(0).get()).containsExactly(1, 1);
        assertThat(hits.get(2).get()).containsExactly(1, 1);
        assertThatThrownBy(hits.get(1)::get)
                .cause()
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        e -> assertThat(e.kind()).isEqualTo(DatabaseException.Kind.CHECK));
        // All or nothing, also of the one that failed.
        assertThat(notes()).containsExactly("a", "c");
        assertThat(sizes()).containsExactly(1, 1, 999);
    }

    @Test
    void aParameterThatCannotBeSetFailsItsUnitOnly() throws Exception {
        Write broken =
                new Write(
                        INSERT,
                        _ -> {
                            throw new IllegalArgumentException("no such thing");
                        });
        List<Future<int[]>> hits =
                together(List.of(List.of(insert(0, 1)), List.of(broken), List.of(insert(2, 1))));
        assertThat(hits.get(0).get()).containsExactly(1);
        assertThatThrownBy(hits.get(1)::get).hasRootCauseMessage("no such thing");
        assertThat(hits.get(2).get()).containsExactly(1);
    }

    @Test
    void withoutAConnectionAllFailAndNobodyTriesOneByOne() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        List<Future<int[]>> hits;
        watched.setFailing(sql -> sql.equals("BEGIN") && begun.incrementAndGet() > 0);
        hits =
                together(
                        List.of(
                                List.of(insert(0, 1)),
                                List.of(insert(1, 1)),
                                List.of(insert(2, 1))));
        for (Future<int[]> hit : hits) {
            assertThatThrownBy(hit::get)
                    .cause()
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            e -> assertThat(e.kind()).isEqualTo(DatabaseException.Kind.CONNECTION));
        }
        assertThat(watched.takeStatements()).containsExactly("BEGIN");
        watched.setAway(false);
        assertThat(grouped.write(id(0), List.of(insert(0, 1), note(0, "back")))).containsOnly(1);
    }

    @Test
    void aDeadlockIsRepeatedAndNothingIsLost() throws Exception {
        test.database().update("INSERT INTO things SELECT '%s', 1".formatted(id(1)), _ -> {});
        test.database().update("INSERT INTO things SELECT '%s', 1".formatted(id(2)), _ -> {});
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch waits = new CountDownLatch(1);
        Future<Integer> rival =
                threads.submit(() ->
                        test.database()
                                .inTransaction(jdbc -> {
                                    int one = jdbc.update(GROW, grow(2, 10).binder());
                                    locked.countDown();
                                    awaitOpen(waits);
                                    return one + jdbc.update(GROW, grow(1, 10).binder());
                                }));
        locked.await();
        Future<int[]> own =
                threads.submit(() -> grouped.write(id(1), List.of(grow(1, 100), grow(2, 100))));
        Await.until("the group waits for a lock", LONG, this::someoneWaitsForALock);
        waits.countDown();
        assertThat(own.get()).containsExactly(1, 1);
        assertThat(rival.get()).isEqualTo(2);
        assertThat(sizes()).containsExactly(111, 111);
    }

    private boolean someoneWaitsForALock() {
        return test.database()
                        .one(
                                "SELECT count(*) AS waiting FROM pg_locks WHERE NOT granted",
                                Jdbc.Binder.NONE,
                                row -> row.bigint("waiting"))
                        .orElseThrow()
                > 0;
    }

    @Test
    void aFencedThreadWritesByItself() throws Exception {
        GroupedDatabase direct = new GroupedDatabase(test.database(), 1);
        Fence lost =
                _ -> {
                    throw new FencedException("not the leader any more");
                };
        test.database()
                .fenced(
                        lost,
                        () ->
                                assertThatThrownBy(() -> direct.write(id(1), List.of(insert(1, 1))))
                                        .isInstanceOf(FencedException.class));
        assertThat(sizes()).isEmpty();
        test.database()
                .fenced(
                        _ -> {},
                        () ->
                                assertThat(direct.write(id(1), List.of(insert(1, 1))))
                                        .containsExactly(1));
        assertThat(sizes()).containsExactly(1);
    }

    @Test
    void whatAThreadWritesIsThereWhenItGoesOn() throws Exception {
        GroupedDatabase lanes = new GroupedDatabase(test.database());
        List<Future<Boolean>> writers = new ArrayList<>();
        for (int thread = 0; thread < 20; thread++) {
            int number = thread;
            writers.add(
                    threads.submit(() -> {
                        lanes.write(id(number), List.of(insert(number, 0)));
                        for (int i = 1; i <= 10; i++) {
                            lanes.write(
                                    id(number),
                                    List.of(grow(number, 1), note(number, number + ":" + i)));
                            int seen =
                                    lanes.one(
                                                    "SELECT size FROM things WHERE id = ?",
                                                    parameters -> parameters.uuid(id(number)),
                                                    row -> row.integer("size"))
                                            .orElseThrow();
                            if (seen != i) {
                                return false;
                            }
                        }
                        return true;
                    }));
        }
        for (Future<Boolean> writer : writers) {
            assertThat(writer.get()).isTrue();
        }
        assertThat(notes()).hasSize(200).doesNotHaveDuplicates();
    }
}
