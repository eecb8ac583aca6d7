package dev.myriarch.app;

import static dev.myriarch.app.ClusterUnderTest.SOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.app.ClusterUnderTest.Journal;
import dev.myriarch.app.ClusterUnderTest.Replica;
import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.db.DedicatedSession;
import dev.myriarch.db.DedicatedSessions;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.PoolOptions;
import dev.myriarch.db.PooledDatabase;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.PostgresUnderTest;
import dev.myriarch.testing.TcpProxy;
import dev.myriarch.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What breaks below a cluster, with real processes, in short. The longer faults are in {@code
 * LongFaultsScenarioTest}.
 */
class FaultsScenarioTest {
    private static final long GATE = 424_242;

    @TempDir private Path folder;

    /** The leader waits at this gate before it writes down what it has synced. */
    private static final String CREATE_GATE =
            """
            CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              PERFORM pg_advisory_xact_lock_shared(%d);
              RETURN NEW;
            END $$
            """
                    .formatted(GATE);

    private static final String GATE_FOR_STOPPED =
            """
            CREATE TRIGGER gate BEFORE INSERT ON gitops_syncs FOR EACH ROW
            WHEN (NEW.result = 'applied'
                  AND current_setting('application_name') = 'myriarchd stopped')
            EXECUTE FUNCTION wait_at_gate()
            """;

    private static final String WAITING =
            """
            SELECT count(*) AS waiting FROM pg_locks
            WHERE locktype = 'advisory' AND objid = ? AND NOT granted
            """;

    @Test
    void stoppedLeaderLosesTheLeadAndChangesNothingWhenItGoesOn() {
        try (TestDatabase database = TestDatabase.create();
                ClusterUnderTest cluster = new ClusterUnderTest(folder, database.url(), "10s")) {
            Jdbc jdbc = database.database();
            Journal journal = ClusterUnderTest.journal(jdbc);
            Replica stopped = cluster.start("stopped");
            cluster.awaitLeader(stopped);
            Replica other = cluster.start("other");
            TestAgent agent = cluster.connect(other, "edge-1");
            jdbc.update(CREATE_GATE, Jdbc.Binder.NONE);
            jdbc.update(GATE_FOR_STOPPED, Jdbc.Binder.NONE);
            DedicatedSessions sessions =
                    new DedicatedSessions(
                            database.url(),
                            "gate",
                            Duration.ofSeconds(30),
                            new DedicatedSessions.Keepalive(
                                    SOON, SOON, 1, SOON, Duration.ofHours(1)));
            try (DedicatedSession gate = sessions.open()) {
                assertThat(gate.tryLock(GATE)).isTrue();
                cluster.change("1234ms");
                Await.until(
                        "the leader is in the middle of a transaction",
                        SOON,
                        () ->
                                jdbc.one(
                                                        WAITING,
                                                        parameters -> parameters.bigint(GATE),
                                                        row -> row.bigint("waiting"))
                                                .orElse(0L)
                                        > 0);
                stopped.process().signal("STOP");
                assertThat(gate.unlock(GATE)).isTrue();
            }

            cluster.awaitLeader(other);
            stopped.process().signal("CONT");

            cluster.awaitChange(agent);
            cluster.awaitReady(stopped);
            assertThat(cluster.leads(stopped)).isFalse();
            assertThat(cluster.leads(other)).isTrue();
            cluster.change("2345ms");
            cluster.awaitChange(agent);
            journal.assertNothingTwice(3);
            assertThat(journal.applied())
                    .extracting(Journal.Entry::replica)
                    .containsExactly("myriarchd stopped", "myriarchd other", "myriarchd other");
        }
    }

    @Test
    void leaderThatIsCutOffWithoutAWordGivesUpAndComesBack() {
        try (TestDatabase database = TestDatabase.create();
                TcpProxy network = TcpProxy.to(PostgresUnderTest.port(database.url()));
                ClusterUnderTest cluster = new ClusterUnderTest(folder, database.url(), "10s")) {
            Journal journal = ClusterUnderTest.journal(database.database());
            DatabaseUrl throughNetwork = PostgresUnderTest.through(database.url(), network);
            Replica cut = cluster.start("cut", throughNetwork);
            cluster.awaitLeader(cut);
            Replica other = cluster.start("other");
            TestAgent agent = cluster.connect(other, "edge-1");

            network.refuse(true);
            network.silence();

            cluster.change("1234ms");
            cluster.awaitLeader(cut, other);
            Await.until("the other leads", SOON, () -> cluster.leads(other));
            assertThat(cluster.leads(cut)).isFalse();
            cluster.awaitChange(agent);
            cluster.awaitNotReady(cut);

            network.refuse(false);
            cluster.awaitReady(cut);
            other.process().signal("KILL");
            cluster.awaitLeader(cut);
            TestAgent returned = cluster.connect(cut, "edge-2");
            cluster.change("2345ms");
            cluster.awaitChange(returned);
            journal.assertNothingTwice(3);
        }
    }

    @Test
    void restartOfTheDatabaseIsSurvived() {
        try (PostgresUnderTest postgres = PostgresUnderTest.start(folder);
                PooledDatabase database = new PooledDatabase(postgres.url(), PoolOptions.DEFAULT);
                ClusterUnderTest cluster = new ClusterUnderTest(folder, postgres.url(), "10s")) {
            Journal journal = ClusterUnderTest.journal(database);
            Replica one = cluster.start("one");
            Replica two = cluster.start("two");
            cluster.awaitLeader(one, two);
            TestAgent first = cluster.connect(one, "edge-1");
            TestAgent second = cluster.connect(two, "edge-2");

            postgres.stop();
            cluster.awaitNotReady(one);
            cluster.awaitNotReady(two);
            cluster.change("1234ms");
            postgres.start();

            cluster.awaitReady(one);
            cluster.awaitReady(two);
            cluster.awaitLeader(one, two);
            cluster.awaitChange(first);
            cluster.awaitChange(second);
            journal.assertNothingTwice(2);
        }
    }
}
