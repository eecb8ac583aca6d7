package dev.myriarch.app;

import static dev.myriarch.app.ClusterUnderTest.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.app.ClusterUnderTest.Journal;
import dev.myriarch.app.ClusterUnderTest.Replica;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.PoolOptions;
import dev.myriarch.db.PooledDatabase;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.PostgresUnderTest;
import dev.myriarch.testing.Skip;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that take their time: {@code scripts/faults} runs them. */
class LongFaultsScenarioTest {
    @TempDir private Path folder;

    @BeforeEach
    void requireTime() {
        Skip.unless(
                System.getenv().containsKey("MYRIARCH_TEST_FAULTS"),
                LongFaultsScenarioTest.class,
                "long faults are run by scripts/faults");
    }

    /** The fault itself takes so long; nothing is expected to be done by then. */
    private static void last(Duration time) {
        try {
            boolean _ = new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void assertNobodyWentOffline(Jdbc database) {
        assertThat(
                        database.list(
                                "SELECT type || ': ' || text AS what FROM agent_events"
                                        + " WHERE type = 'disconnected'",
                                Jdbc.Binder.NONE,
                                row -> row.text("what")))
                .isEmpty();
    }

    @Test
    void databaseThatIsAwayForAMinuteCostsNothingButTheMinute() {
        try (PostgresUnderTest postgres = PostgresUnderTest.start(folder);
                PooledDatabase database = new PooledDatabase(postgres.url(), PoolOptions.DEFAULT);
                ClusterUnderTest cluster = new ClusterUnderTest(folder, postgres.url(), "30s")) {
            Journal journal = ClusterUnderTest.journal(database);
            Replica one = cluster.start("one");
            Replica two = cluster.start("two");
            cluster.awaitLeader(one, two);
            TestAgent first = cluster.connect(one, "edge-1");
            TestAgent second = cluster.connect(two, "edge-2");

            postgres.stop();
            cluster.change("1234ms");
            last(Duration.ofMinutes(1));
            cluster.awaitNotReady(one);
            cluster.awaitNotReady(two);
            postgres.start();

            cluster.awaitReady(one);
            cluster.awaitReady(two);
            cluster.awaitLeader(one, two);
            cluster.awaitChange(first);
            cluster.awaitChange(second);
            // Longer than the leader needs to look for silent replicas and agents.
            last(Duration.ofSeconds(20));
            assertNobodyWentOffline(database);
            journal.assertNothingTwice(2);
        }
    }

    @Test
    void whatAgentsSayWhileTheDatabaseIsAwayIsStoredAfterwardsAndOnce() {
        try (PostgresUnderTest postgres = PostgresUnderTest.start(folder);
                PooledDatabase database = new PooledDatabase(postgres.url(), PoolOptions.DEFAULT);
                ClusterUnderTest cluster = new ClusterUnderTest(folder, postgres.url(), "30s")) {
            Journal journal = ClusterUnderTest.journal(database);
            Replica one = cluster.start("one");
            Replica two = cluster.start("two");
            cluster.awaitLeader(one, two);
            List<TestAgent> agents =
                    List.of(cluster.connect(one, "edge-1"), cluster.connect(two, "edge-2"));
            for (TestAgent agent : agents) {
                agent.reportHealth(true, "");
                Await.until("it is well", SOON, () -> told(database, agent, "healthy"));
                Await.until(
                        "it has its configuration",
                        SOON,
                        () -> events(database, agent).contains("config_applied"));
            }
            int asked = agents.stream().mapToInt(TestAgent::fullStateRequests).sum();

            Instant late = Instant.now().plusSeconds(15);
            postgres.stop();
            cluster.awaitNotReady(one);
            cluster.awaitNotReady(two);
            agents.forEach(agent -> agent.reportHealth(false, "exporter broke"));
            last(Duration.ofSeconds(20));
            agents.forEach(TestAgent::heartbeat);
            postgres.start();

            for (TestAgent agent : agents) {
                Await.until("it is ill", SOON, () -> told(database, agent, "NOT healthy"));
                Await.until(
                        "somebody hears of it",
                        SOON,
                        () -> events(database, agent).contains("health_changed"));
                // Heard during the outage, written by the first flush after it.
                Await.until(
                        "when it was heard",
                        SOON,
                        () -> told(database, agent, "last_seen_at > '%s'".formatted(late)));
                assertThat(agent.closed()).isNotDone();
                assertThat(events(database, agent))
                        .as("%s", agent.id())
                        .containsOnlyOnceElementsOf(
                                List.of("registered", "config_applied", "health_changed"))
                        .doesNotContain("disconnected", "connected");
            }
            assertThat(agents.stream().mapToInt(TestAgent::fullStateRequests).sum())
                    .isGreaterThan(asked);
            cluster.change("1234ms");
            agents.forEach(cluster::awaitChange);
            journal.assertNothingTwice(2);
        }
    }

    private static boolean told(Jdbc database, TestAgent agent, String condition) {
        return Await.attempt(() ->
                        database.list(
                                        "SELECT 1 AS one FROM agents WHERE id = ? AND " + condition,
                                        parameters -> parameters.uuid(agent.id().uuid()),
                                        row -> row.integer("one"))
                                .size())
                .get()
                .equals(Optional.of(1));
    }

    /** Types of the events of an agent. */
    private static List<String> events(Jdbc database, TestAgent agent) {
        return database.list(
                "SELECT type FROM agent_events WHERE agent_id = ? ORDER BY id",
                parameters -> parameters.uuid(agent.id().uuid()),
                row -> row.text("type"));
    }

    @Test
    void leadersThatAreKilledInTurnLoseNoChange() {
        try (TestDatabase database = TestDatabase.create();
                ClusterUnderTest cluster = new ClusterUnderTest(folder, database.url(), "10s")) {
            Journal journal = ClusterUnderTest.journal(database.database());
            List<Replica> replicas = new ArrayList<>();
            for (String id : List.of("a", "b", "c")) {
                replicas.add(cluster.start(id));
            }
            for (int round = 1; round <= 5; round++) {
                Replica leader = cluster.awaitLeader(replicas.toArray(Replica[]::new));
                cluster.change("%d001ms".formatted(round));
                leader.process().signal("KILL");
                leader.process().awaitExit(SOON);
                replicas.remove(leader);
                replicas.add(cluster.start("replacement-" + round));
                Replica next = cluster.awaitLeader(replicas.toArray(Replica[]::new));
                TestAgent agent = cluster.connect(next, "edge-" + round);
                cluster.awaitChange(agent);
            }
            journal.assertNothingTwice(6);
        }
    }

    @Test
    void stoppedLeaderIsReplacedWithinTheDefaultTimeout() {
        try (TestDatabase database = TestDatabase.create();
                ClusterUnderTest cluster = new ClusterUnderTest(folder, database.url(), "30s")) {
            Journal journal = ClusterUnderTest.journal(database.database());
            Replica stopped = cluster.start("stopped");
            cluster.awaitLeader(stopped);
            Replica other = cluster.start("other");
            Replica third = cluster.start("third");

            stopped.process().signal("STOP");
            long begin = System.nanoTime();
            cluster.awaitLeader(other, third);
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(Duration.ofSeconds(60));
            cluster.change("1234ms");
            TestAgent agent = cluster.connect(other, "edge-1");
            cluster.awaitChange(agent);

            stopped.process().signal("CONT");
            cluster.awaitReady(stopped);
            Await.until("the old leader knows", SOON, () -> !cluster.leads(stopped));
            cluster.awaitLeader(other, third);
            journal.assertNothingTwice(2);
        }
    }

    @Test
    void clockOfTheDatabaseThatJumpsTakesNoAgentOffline() {
        try (TestDatabase database = TestDatabase.create();
                ClusterUnderTest cluster = new ClusterUnderTest(folder, database.url(), "10s")) {
            Journal journal = ClusterUnderTest.journal(database.database());
            Replica one = cluster.start("one");
            Replica two = cluster.start("two");
            cluster.awaitLeader(one, two);
            TestAgent first = cluster.connect(one, "edge-1");
            TestAgent second = cluster.connect(two, "edge-2");
            for (String jump : List.of("1 hour", "-1 hour", "1 day")) {
                database.moveClock(jump);
                last(Duration.ofSeconds(20));
                cluster.awaitReady(one);
                cluster.awaitReady(two);
                cluster.change("%dms".formatted(1000 + jump.hashCode() % 900));
                cluster.awaitChange(first);
                cluster.awaitChange(second);
            }
            assertNobodyWentOffline(database.database());
            journal.assertNothingTwice(4);
        }
    }

    @Test
    void fullDiskOfTheDatabaseIsSurvived() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path disk = Files.createDirectories(folder.resolve("disk"));
        Skip.unless(
                run("mount", "-t", "tmpfs", "-o", "size=160m,mode=755", "tmpfs", disk.toString()),
                LongFaultsScenarioTest.class,
                "a small disk cannot be mounted: run as root, with the right to mount");
        try (PostgresUnderTest postgres = PostgresUnderTest.start(disk);
                PooledDatabase database = new PooledDatabase(postgres.url(), PoolOptions.DEFAULT);
                ClusterUnderTest cluster = new ClusterUnderTest(folder, postgres.url(), "10s")) {
            Journal journal = ClusterUnderTest.journal(database);
            Replica one = cluster.start("one");
            Replica two = cluster.start("two");
            cluster.awaitLeader(one, two);
            TestAgent agent = cluster.connect(one, "edge-1");
            database.update("CREATE TABLE ballast (text text)", Jdbc.Binder.NONE);

            Path filler = fill(disk.resolve("filler"));
            assertThatThrownBy(
                            () -> {
                                while (true) {
                                    database.update(
                                            "INSERT INTO ballast SELECT repeat('x', 1000)"
                                                    + " FROM generate_series(1, 1000)",
                                            Jdbc.Binder.NONE);
                                }
                            })
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            e ->
                                    assertThat(e.kind())
                                            .isIn(
                                                    DatabaseException.Kind.RESOURCES,
                                                    DatabaseException.Kind.CONNECTION));
            cluster.change("1234ms");
            last(Duration.ofSeconds(10));

            Files.delete(filler);
            if (!answers(database)) {
                // Without space for its log it stops; its supervisor starts it again.
                postgres.stop();
                postgres.start();
            }
            cluster.awaitReady(one);
            cluster.awaitReady(two);
            cluster.awaitLeader(one, two);
            cluster.awaitChange(agent);
            journal.assertNothingTwice(2);
        } finally {
            assertThat(run("umount", "--lazy", disk.toString())).isTrue();
        }
    }

    private static boolean answers(PooledDatabase database) {
        return Await.attempt(() ->
                        database.list(
                                "SELECT 1 AS one", Jdbc.Binder.NONE, row -> row.integer("one")))
                .get()
                .isPresent();
    }

    /** Takes the last free byte. */
    private static Path fill(Path file) throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream out = Files.newOutputStream(file)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            return file;
        }
    }

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
