package dev.myriarch.cluster.pg;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A thread that works until it is asked to stop. Thread-safe, apart from {@link #start} and {@link
 * #close}, which the owner calls once each.
 */
final class Worker implements AutoCloseable {
    /** How long the work may take to notice; after that the interrupt closes its socket. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final String name;
    private final CountDownLatch stop = new CountDownLatch(1);

    /** What ends a pause before its time; one that nobody waits for ends the next pause. */
    private final Semaphore alarm = new Semaphore(0);

    private @Nullable Thread thread;

    Worker(String name) {
        this.name = name;
    }

    void start(Runnable work) {
        thread = Thread.ofVirtual().name(name).start(work);
    }

    boolean isStopped() {
        return stop.getCount() == 0;
    }

    /** Waits until the time is over, somebody wakes the work up, or it has to stop. */
    void pause(Duration time) {
        try {
            if (!isStopped()) {
                boolean _ = alarm.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            // Only close interrupts, and then isStopped says what there is to know.
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the pause that the work makes now, or else its next one. */
    void wake() {
        alarm.drainPermits();
        alarm.release();
    }

    /** Asks the work to stop and waits for its end. */
    @Override
    public void close() {
        stop.countDown();
        wake();
        Thread running = thread;
        if (running == null) {
            return;
        }
        try {
            if (!running.join(GRACE)) {
                running.interrupt();
                running.join();
            }
        } catch (InterruptedException e) {
            running.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
