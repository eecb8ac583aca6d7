package dev.myriarch.cluster.pg;

import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.DedicatedSession;
import dev.myriarch.db.Fence;
import dev.myriarch.db.FencedException;
import dev.myriarch.db.Jdbc;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.LongPredicate;

/**
 * Numbers the terms of leaders, and lets nobody commit in the name of a term that has ended.
 *
 * <p>A leader that was stopped in the middle of its work, such as by SIGSTOP or with its virtual
 * machine, does not know when it goes on that another one leads. Its clock may have stood still
 * too. So the database decides: each transaction of a leader takes a lock that it shares with
 * others of the same kind, reads the number of the term and commits only under its own. A new
 * leader takes the lock for itself while it raises the number. Thread-safe.
 */
final class TermFence {
    private static final Logger LOG = System.getLogger(TermFence.class.getName());

    /** First half of the lock; the second is folded from the key of the leader lock. */
    private static final int LOCK_CLASS = 7_012_025;

    private static final String TRY =
            """
            SELECT set_config('lock_timeout', ?, false) AS before,
                   pg_advisory_lock(?, ?)::text AS held
            """;
    private static final String RELEASE = "SELECT pg_advisory_unlock(?, ?) AS held";
    private static final String RAISE =
            """
            INSERT INTO kv (key, value, updated_at) VALUES (?, '1', clock_timestamp())
            ON CONFLICT (key) DO UPDATE SET
              value = convert_to((convert_from(kv.value, 'UTF8')::bigint + 1)::text, 'UTF8'),
              updated_at = excluded.updated_at
            RETURNING convert_from(value, 'UTF8')::bigint AS term
            """;

    /** A transaction that wrote nothing has nothing to be refused. */
    private static final String SHARE =
            """
            SELECT CASE WHEN pg_current_xact_id_if_assigned() IS NULL THEN ''
                   ELSE 'written' || pg_advisory_xact_lock_shared(?, ?)::text END AS state
            """;

    /** A statement of its own, which sees what was committed while the lock was waited for. */
    private static final String TERM =
            """
            SELECT convert_from(value, 'UTF8')::bigint AS term FROM kv WHERE key = ? FOR SHARE
            """;

    /** A pair of keys is shown with objsubid 2. */
    private static final String END_HOLDERS =
            """
            SELECT pg_terminate_backend(holder.pid) AS ended
            FROM pg_locks holder
            JOIN pg_database db ON db.oid = holder.database AND db.datname = current_database()
            WHERE holder.locktype = 'advisory' AND holder.granted AND holder.objsubid = 2
              AND holder.classid::bigint = ? AND holder.objid::bigint = ?
            """;

    private final String name;
    private final int lock;

    /**
     * @param key of the leader lock: each has terms of its own
     */
    TermFence(long key) {
        this.name = "leader/term/" + key;
        this.lock = Long.hashCode(key);
    }

    /**
     * Begins a new term; on the session that holds the leader lock. A transaction of the
     * predecessor that does not end within {@code patience} is ended with its session.
     *
     * @return its number
     */
    long claim(DedicatedSession session, Jdbc regular, Duration patience) {
        try {
            lock(session, patience);
        } catch (DatabaseException e) {
            if (e.kind() != DatabaseException.Kind.TIMEOUT) {
                throw e;
            }
            endHolders(regular);
            lock(session, patience);
        }
        long term =
                session.jdbc()
                        .one(RAISE, parameters -> parameters.text(name), row -> row.bigint("term"))
                        .orElseThrow();
        session.jdbc()
                .one(
                        RELEASE,
                        parameters -> parameters.integer(LOCK_CLASS).integer(lock),
                        row -> row.bool("held"));
        return term;
    }

    private void lock(DedicatedSession session, Duration patience) {
        session.jdbc()
                .one(
                        TRY,
                        parameters ->
                                parameters
                                        .text(Long.toString(patience.toMillis()))
                                        .integer(LOCK_CLASS)
                                        .integer(lock),
                        row -> row.text("before"));
    }

    private void endHolders(Jdbc regular) {
        int ended =
                regular.list(
                                END_HOLDERS,
                                parameters ->
                                        parameters
                                                .bigint(LOCK_CLASS)
                                                .bigint(Integer.toUnsignedLong(lock)),
                                row -> row.bool("ended"))
                        .size();
        LOG.log(
                Level.WARNING,
                "ended {0} transactions of the former leader, which has stopped while committing",
                ended);
    }

    /**
     * The fence of one term.
     *
     * @param leads whether this replica still takes itself for the leader of the term
     */
    Fence of(long term, LongPredicate leads) {
        return transaction -> verify(transaction, term, leads);
    }

    private void verify(Jdbc transaction, long term, LongPredicate leads) {
        if (!leads.test(term)) {
            throw new FencedException(
                    "term %d of this replica is over: nothing is written".formatted(term));
        }
        boolean written =
                transaction
                        .one(
                                SHARE,
                                parameters -> parameters.integer(LOCK_CLASS).integer(lock),
                                row -> !row.text("state").isEmpty())
                        .orElse(true);
        if (written) {
            long present =
                    transaction
                            .one(
                                    TERM,
                                    parameters -> parameters.text(name),
                                    row -> row.bigint("term"))
                            .orElse(0L);
            if (present != term) {
                throw new FencedException(
                        "another replica leads in term %d: nothing is written that began in term %d"
                                .formatted(present, term));
            }
        }
    }
}
