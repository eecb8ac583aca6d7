package dev.myriarch.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs jobs, each on a virtual thread of its own, and joins them at its end. Thread-safe.
 *
 * <p>Jobs of the leader run only while this replica leads; when it stops to lead, a running one is
 * interrupted.
 */
public final class JobRunner implements AutoCloseable {
    /** How long a running job may take to end by itself before it is interrupted. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Leadership leadership;
    private final Observer observer;
    private final Backoff backoff;
    private final Duration grace;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<JobLoop> loops = new ArrayList<>();
    private boolean closed;

    /** Hears of each run, for metrics; must return quickly. */
    @FunctionalInterface
    public interface Observer {
        void ended(String job, boolean succeeded, Duration took);
    }

    /** Handle of a started job. */
    public interface Started {
        /** Lets the job run now, or once more when it is running. */
        void runNow();
    }

    public JobRunner(Leadership leadership, Observer observer) {
        this(leadership, observer, Backoff.DEFAULT, GRACE);
    }

    JobRunner(Leadership leadership, Observer observer, Backoff backoff, Duration grace) {
        this.leadership = leadership;
        this.observer = observer;
        this.backoff = backoff;
        this.grace = grace;
        leadership.onChange(this::leadershipChanged);
    }

    /** Starts a job; its first run is at once. */
    public Started start(Job job) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the runner is closed");
            }
            JobLoop loop = new JobLoop(job, leadership, observer, backoff);
            loops.add(loop);
            return loop;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs every job now whose last run failed, because what they need is there again; none waits
     * for the end of its pause.
     */
    public void retryFailed() {
        lock.lock();
        try {
            loops.forEach(JobLoop::retry);
        } finally {
            lock.unlock();
        }
    }

    private void leadershipChanged() {
        lock.lock();
        try {
            loops.forEach(JobLoop::leadershipChanged);
        } finally {
            lock.unlock();
        }
    }

    /** Stops every job and waits for its end. */
    @Override
    public void close() {
        List<JobLoop> stopping;
        lock.lock();
        try {
            closed = true;
            stopping = List.copyOf(loops);
            loops.clear();
        } finally {
            lock.unlock();
        }
        stopping.forEach(JobLoop::stop);
        long deadline = System.nanoTime() + grace.toNanos();
        stopping.forEach(loop -> loop.join(deadline));
    }
}
