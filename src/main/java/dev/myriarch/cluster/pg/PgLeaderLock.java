package dev.myriarch.cluster.pg;

import dev.myriarch.cluster.Backoff;
import dev.myriarch.cluster.Job;
import dev.myriarch.cluster.Leadership;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.DedicatedSession;
import dev.myriarch.db.DedicatedSessions;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.PooledDatabase;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The replica whose session holds the advisory lock leads. Thread-safe.
 *
 * <p>The order at the end of a term keeps two leaders apart: first the flag, then the jobs, and
 * only then the lock, which the server itself frees later than {@link LeaderBudget#lease()}.
 */
public final class PgLeaderLock implements Leadership, AutoCloseable {
    private static final Logger LOG = System.getLogger(PgLeaderLock.class.getName());

    /** How long a stop may go unnoticed. */
    private static final Duration SLICE = Duration.ofMillis(200);

    private static final String BACKEND =
            """
            SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()
            """;

    /** A key of 64 bits is shown as its halves, with objsubid 1. */
    private static final String TERMINATE =
            """
            SELECT pg_terminate_backend(holder.pid) AS ended
            FROM pg_locks holder
            JOIN pg_stat_activity backend ON backend.pid = holder.pid
            JOIN pg_database db ON db.oid = holder.database AND db.datname = current_database()
            WHERE holder.locktype = 'advisory' AND holder.granted AND holder.objsubid = 1
              AND holder.classid::bigint = ? AND holder.objid::bigint = ?
              AND backend.pid = ? AND backend.backend_start = ?
            """;

    /** A server process; the start tells it from a later one with the same number. */
    private record Backend(int pid, Instant startedAt) {}

    private final DedicatedSessions sessions;
    private final PooledDatabase regular;
    private final long key;
    private final LeaderBudget budget;
    private final Backoff retry;
    private final Lease lease;
    private final TermFence fence;
    private final Worker worker = new Worker("leader-election");

    /**
     * @param sessions with the keepalive and the ping timeout of the budget
     * @param regular the database of the jobs, also to end a session that no longer answers
     */
    public PgLeaderLock(
            DedicatedSessions sessions, PooledDatabase regular, long key, LeaderBudget budget) {
        this.sessions = sessions;
        this.regular = regular;
        this.key = key;
        this.budget = budget;
        this.retry = new Backoff(budget.retry(), budget.retry());
        this.fence = new TermFence(key);
        this.lease = new Lease(budget.lease(), this::warnOfSilence);
    }

    /** Begins to compete; once. */
    public void start() {
        lease.start();
        worker.start(this::run);
    }

    @Override
    public boolean isLeader() {
        return lease.isHeld();
    }

    @Override
    public long term() {
        return lease.term();
    }

    @Override
    public void act(Job.Work work) throws InterruptedException {
        long term = lease.term();
        if (term == 0) {
            throw new IllegalStateException("this replica does not lead");
        }
        regular.fenced(fence.of(term, number -> lease.term() == number), work::run);
    }

    @Override
    public void onChange(Runnable changed) {
        lease.onChange(changed);
    }

    private void warnOfSilence() {
        LOG.log(
                Level.WARNING,
                "the database has not answered the leader for {0} s: this replica gives the lead"
                        + " up",
                Long.toString(budget.lease().toSeconds()));
    }

    private void run() {
        while (!worker.isStopped()) {
            try (DedicatedSession session = sessions.open()) {
                compete(session);
            } catch (DatabaseException e) {
                LOG.log(
                        Level.WARNING,
                        "the session of the leader election ended: {0}",
                        e.getMessage());
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "the leader election failed", e);
            }
            worker.pause(nextPause());
        }
    }

    private Duration nextPause() {
        return retry.pause(1, ThreadLocalRandom.current());
    }

    private void compete(DedicatedSession session) {
        Backend backend = backend(session);
        while (!worker.isStopped()) {
            long asked = System.nanoTime();
            if (session.tryLock(key)) {
                lead(session, backend, asked);
                return;
            }
            idle(session, asked + nextPause().toNanos());
        }
    }

    private static Backend backend(DedicatedSession session) {
        return session.jdbc()
                .one(
                        BACKEND,
                        Jdbc.Binder.NONE,
                        row -> new Backend(row.integer("pid"), row.instant("backend_start")))
                .orElseThrow(() -> new IllegalStateException("a session sees itself"));
    }

    /** Waits until {@code deadline} (nano time) or a stop; throws when the session ends. */
    private void idle(DedicatedSession session, long deadline) {
        long left = deadline - System.nanoTime();
        while (left > 0 && !worker.isStopped()) {
            session.notifications(Duration.ofNanos(Math.min(left, SLICE.toNanos())));
            left = deadline - System.nanoTime();
        }
    }

    private void lead(DedicatedSession session, Backend backend, long asked) {
        boolean planned = false;
        try {
            long term = fence.claim(session, regular, budget.claimPatience());
            lease.begin(term, asked);
            LOG.log(Level.INFO, "this replica leads, term {0}", Long.toString(term));
            planned = holdOn(session, asked);
        } finally {
            lease.end();
            LOG.log(Level.INFO, "this replica does not lead any more");
            if (!planned) {
                terminate(backend);
            }
        }
        if (planned && !session.unlock(key)) {
            LOG.log(Level.WARNING, "the leader lock was not held at the end of the term");
        }
    }

    /** True when the term ended by a stop, false when an answer came too late. */
    private boolean holdOn(DedicatedSession session, long firstAsked) {
        long asked = firstAsked;
        while (!worker.isStopped()) {
            idle(session, asked + budget.pingInterval().toNanos());
            asked = System.nanoTime();
            session.ping();
            if (!lease.renew(asked)) {
                return false;
            }
        }
        return true;
    }

    /** Frees the lock for others where the server has not noticed yet that this session is dead. */
    private void terminate(Backend backend) {
        try {
            int ended =
                    regular.list(
                                    TERMINATE,
                                    parameters ->
                                            parameters
                                                    .bigint(key >>> 32)
                                                    .bigint(key & 0xFFFF_FFFFL)
                                                    .integer(backend.pid())
                                                    .instant(backend.startedAt()),
                                    row -> row.bool("ended"))
                            .size();
            LOG.log(Level.INFO, "ended {0} sessions that still held the leader lock", ended);
        } catch (DatabaseException e) {
            LOG.log(
                    Level.WARNING,
                    "the session with the leader lock cannot be ended from here, the server does so"
                            + " when its timeout is over: {0}",
                    e.getMessage());
        }
    }

    /** Gives the lock back and waits for the end of the election. */
    @Override
    public void close() {
        worker.close();
        lease.close();
    }
}
