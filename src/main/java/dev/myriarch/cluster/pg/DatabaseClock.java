package dev.myriarch.cluster.pg;

import dev.myriarch.db.Jdbc;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time of all replicas: that of the database when it was last asked, carried on by the
 * monotonic clock. What replicas write for each other is compared by other replicas, so their own
 * clocks, which may differ or jump, do not matter. Thread-safe.
 */
public final class DatabaseClock implements InstantSource {
    private static final Logger LOG = System.getLogger(DatabaseClock.class.getName());

    /** An answer that took longer says too little about the moment it was made. */
    private static final long SLOWEST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final Duration WORTH_A_WARNING = Duration.ofSeconds(2);

    private final Jdbc database;
    private final LongSupplier nanoTime;
    private volatile Sample last;

    /**
     * @param slow whether the time may be off
     */
    private record Sample(Instant time, long nanos, boolean slow) {}

    /** Asks the database at once. */
    public DatabaseClock(Jdbc database) {
        this(database, System::nanoTime);
    }

    DatabaseClock(Jdbc database, LongSupplier nanoTime) {
        this.database = database;
        this.nanoTime = nanoTime;
        this.last = ask();
    }

    private Sample ask() {
        long before = nanoTime.getAsLong();
        Instant time =
                database.one(
                                "SELECT clock_timestamp() AS now",
                                Jdbc.Binder.NONE,
                                row -> row.instant("now"))
                        .orElseThrow();
        long took = nanoTime.getAsLong() - before;
        return new Sample(time, before + took / 2, took > SLOWEST_NANOS);
    }

    /** Asks the database again; when it does not answer, the time goes on as before. */
    public void adjust() {
        Sample present = ask();
        if (present.slow && !last.slow) {
            return;
        }
        Duration difference = Duration.between(at(last, present.nanos), present.time);
        if (difference.abs().compareTo(WORTH_A_WARNING) > 0) {
            LOG.log(
                    Level.WARNING,
                    "the clock of the database, or this machine in its sleep, went {0} ms apart",
                    Long.toString(difference.toMillis()));
        }
        last = present;
    }

    private static Instant at(Sample sample, long nanos) {
        return sample.time.plusNanos(nanos - sample.nanos);
    }

    @Override
    public Instant instant() {
        return at(last, nanoTime.getAsLong());
    }
}
