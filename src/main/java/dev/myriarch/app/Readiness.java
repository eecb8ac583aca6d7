package dev.myriarch.app;

import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.Jdbc;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether this replica can serve: the database answers and events of other replicas arrive. The
 * route needs no authentication, so the answer of the database counts for a second: probes, however
 * many, cost one short statement in that time. Thread-safe.
 */
final class Readiness implements BooleanSupplier {
    private static final Logger LOG = System.getLogger(Readiness.class.getName());
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long the last answer stands in for one that somebody waits for. */
    private static final long PATIENT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Jdbc database;
    private final BooleanSupplier busConnected;
    private final LongSupplier nanoTime;
    private final AtomicBoolean asking = new AtomicBoolean();

    /** What the log said last; empty: ready, or nothing yet. */
    private final AtomicReference<String> told = new AtomicReference<>("");

    private volatile @Nullable Answer last;

    private record Answer(boolean yes, long at) {}

    Readiness(Jdbc database, BooleanSupplier busConnected, LongSupplier nanoTime) {
        this.database = database;
        this.busConnected = busConnected;
        this.nanoTime = nanoTime;
    }

    @Override
    public boolean getAsBoolean() {
        if (!busConnected.getAsBoolean()) {
            tell("the event bus is not connected to the database");
            return false;
        }
        boolean yes = databaseAnswers();
        if (yes) {
            tell("");
        }
        return yes;
    }

    /** Once for each change, as probes come every few seconds. */
    private void tell(String reason) {
        String before = told.getAndSet(reason);
        if (before.equals(reason)) {
            return;
        }
        if (reason.isEmpty()) {
            LOG.log(Level.INFO, "ready again");
        } else {
            LOG.log(Level.WARNING, "not ready: {0}", reason);
        }
    }

    private boolean databaseAnswers() {
        Answer known = last;
        long age = known == null ? Long.MAX_VALUE : nanoTime.getAsLong() - known.at;
        if (known != null && age < FRESH_NANOS) {
            return known.yes;
        }
        boolean mine = asking.compareAndSet(false, true);
        if (!mine && known != null && age < PATIENT_NANOS) {
            return known.yes;
        }
        try {
            boolean yes = answers();
            last = new Answer(yes, nanoTime.getAsLong());
            return yes;
        } finally {
            if (mine) {
                asking.set(false);
            }
        }
    }

    private boolean answers() {
        try {
            return database.one("SELECT 1 AS one", Jdbc.Binder.NONE, row -> row.integer("one"))
                    .isPresent();
        } catch (DatabaseException e) {
            tell("the database does not answer: " + e.kind());
            return false;
        }
    }
}
