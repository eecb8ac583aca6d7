package dev.myriarch.app;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Whether the times in the database can be compared with now. They cannot after the clock jumped or
 * the database was away, until everybody has written again what he heard last. Thread-safe.
 */
final class Calm {
    private static final Logger LOG = System.getLogger(Calm.class.getName());
    private static final Duration JUMP = Duration.ofSeconds(5);

    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final Duration settle;
    private final ReentrantLock lock = new ReentrantLock();
    private Instant lastTime;
    private long lastNanos;
    private long calmFrom;

    /**
     * @param settle how long it takes until everybody has written again
     */
    Calm(InstantSource clock, LongSupplier nanoTime, Duration settle) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.settle = settle;
        this.lastTime = clock.instant();
        this.lastNanos = nanoTime.getAsLong();
        this.calmFrom = lastNanos;
    }

    /** The database was away. */
    void disturb() {
        lock.lock();
        try {
            calmFrom = nanoTime.getAsLong() + settle.toNanos();
        } finally {
            lock.unlock();
        }
    }

    /** Notices a jump of the clock since the last call. */
    boolean isCalm() {
        lock.lock();
        try {
            Instant time = clock.instant();
            long nanos = nanoTime.getAsLong();
            Duration jump = Duration.between(lastTime, time).minusNanos(nanos - lastNanos);
            lastTime = time;
            lastNanos = nanos;
            if (jump.abs().compareTo(JUMP) > 0) {
                LOG.log(
                        Level.WARNING,
                        "the clock jumped by {0} s: no agent is taken for lost for {1} s",
                        Long.toString(jump.toSeconds()),
                        Long.toString(settle.toSeconds()));
                calmFrom = nanos + settle.toNanos();
            }
            return nanos - calmFrom >= 0;
        } finally {
            lock.unlock();
        }
    }
}
