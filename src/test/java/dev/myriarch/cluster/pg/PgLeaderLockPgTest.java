package dev.myriarch.cluster.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.db.DedicatedSessions;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.TcpProxy;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PgLeaderLockPgTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final LeaderBudget BUDGET = new LeaderBudget(Duration.ofSeconds(10));

    /** So that only the leader itself frees the lock of its silent session. */
    private static final DedicatedSessions.Keepalive NEVER_IDLE =
            new DedicatedSessions.Keepalive(
                    BUDGET.keepalive().idle(),
                    BUDGET.keepalive().interval(),
                    BUDGET.keepalive().count(),
                    BUDGET.keepalive().userTimeout(),
                    Duration.ofHours(1));

    private static final TestDatabase DATABASE = TestDatabase.create();

    /** Its upper half is not zero and it is negative, as a user may choose it. */
    private static final long KEY = -7_012_024_000_001L;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Journal journal = new Journal();

    /** Begins and ends of terms in the order in which they happened. */
    private static final class Journal {
        private final ReentrantLock lock = new ReentrantLock();
        private final List<String> entries = new ArrayList<>();

        void note(String entry) {
            lock.lock();
            try {
                entries.add(entry);
            } finally {
                lock.unlock();
            }
        }

        List<String> entries() {
            lock.lock();
            try {
                return List.copyOf(entries);
            } finally {
                lock.unlock();
            }
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    private PgLeaderLock replica(String name) {
        return replica(name, DATABASE.url());
    }

    private PgLeaderLock replica(String name, DatabaseUrl url) {
        PgLeaderLock replica =
                new PgLeaderLock(
                        new DedicatedSessions(
                                url, "lock " + name, BUDGET.pingTimeout(), NEVER_IDLE),
                        DATABASE.database(),
                        KEY,
                        BUDGET);
        replica.onChange(() -> journal.note((replica.isLeader() ? "+" : "-") + name));
        open.add(replica);
        replica.start();
        return replica;
    }

    private static Optional<PgLeaderLock> leader(List<PgLeaderLock> replicas) {
        return replicas.stream().filter(PgLeaderLock::isLeader).findFirst();
    }

    private static PgLeaderLock awaitLeader(List<PgLeaderLock> replicas) {
        return Await.present("a leader", SOON, () -> leader(replicas));
    }

    @Test
    void plannedStopHandsOver() {
        List<PgLeaderLock> replicas = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            replicas.add(replica(name));
        }
        while (!replicas.isEmpty()) {
            PgLeaderLock leader = awaitLeader(replicas);
            leader.close();
            assertThat(leader.isLeader()).isFalse();
            replicas.remove(leader);
        }
        assertThat(journal.entries()).hasSize(6);
        assertOneLeaderAtATime();
    }

    /** Each begin is followed by the end of the same term. */
    private void assertOneLeaderAtATime() {
        List<String> entries = journal.entries();
        for (int at = 0; at < entries.size(); at++) {
            String expected =
                    at % 2 == 0
                            ? "+" + entries.get(at).substring(1)
                            : "-" + entries.get(at - 1).substring(1);
            assertThat(entries.get(at)).as("%s", entries).isEqualTo(expected);
        }
    }

    @Test
    void endedSessionEndsTheTermAndSomebodyLeadsAgain() {
        PgLeaderLock one = replica("one");
        awaitLeader(List.of(one));
        PgLeaderLock two = replica("two");

        DATABASE.endSessions();

        Await.until("the end of the term", SOON, () -> journal.entries().contains("-one"));
        awaitLeader(List.of(one, two));
    }

    @Test
    void leaderInSilenceGivesUpBeforeTheOtherTakesOver() {
        String hosts = DATABASE.url().hosts();
        TcpProxy proxy = TcpProxy.to(Integer.parseInt(hosts.substring(hosts.lastIndexOf(':') + 1)));
        open.add(proxy);
        DatabaseUrl url = DATABASE.url();
        PgLeaderLock cut =
                replica(
                        "cut",
                        new DatabaseUrl(
                                "127.0.0.1:" + proxy.port(),
                                url.database(),
                                url.user(),
                                url.password(),
                                url.parameters()));
        awaitLeader(List.of(cut));
        PgLeaderLock other = replica("other");

        proxy.refuse(true);
        proxy.silence();

        awaitLeader(List.of(other));
        assertThat(cut.isLeader()).isFalse();
        assertThat(journal.entries()).containsExactly("+cut", "-cut", "+other");
        other.close();
        proxy.refuse(false);
        awaitLeader(List.of(cut));
        assertOneLeaderAtATime();
    }

    @Test
    void lockThatSomebodyElseHoldsIsNotTakenFromThem() {
        DedicatedSessions sessions =
                new DedicatedSessions(
                        DATABASE.url(), "holder", BUDGET.pingTimeout(), BUDGET.keepalive());
        try (var holder = sessions.open()) {
            assertThat(holder.tryLock(KEY)).isTrue();
            PgLeaderLock candidate = replica("candidate");
            Await.until(
                    "the candidate has a session",
                    SOON,
                    () ->
                            !DATABASE.database()
                                    .list(
                                            "SELECT 1 AS one FROM pg_stat_activity WHERE"
                                                    + " application_name = ? AND query LIKE"
                                                    + " '%pg_try_advisory_lock%'",
                                            parameters -> parameters.text("lock candidate"),
                                            row -> row.integer("one"))
                                    .isEmpty());
            assertThat(candidate.isLeader()).isFalse();
            assertThat(holder.unlock(KEY)).isTrue();
            awaitLeader(List.of(candidate));
            assertThat(holder.unlock(KEY)).isFalse();
        }
    }
}
