package dev.myriarch.cluster.pg;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
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

    /** Waits, or returns at once when the work has to stop. */
    void pause(Duration time) {
        try {
            boolean _ = stop.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // Only close interrupts, and then isStopped says what there is to know.
            Thread.currentThread().interrupt();
        }
    }

    /** Asks the work to stop and waits for its end. */
    @Override
    public void close() {
        stop.countDown();
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
