package dev.myriarch.cluster;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The loop of one job. Thread-safe: its state is under {@code lock}, which no run holds. */
final class JobLoop implements JobRunner.Started {
    private static final Logger LOG = System.getLogger(JobLoop.class.getName());

    private final Job job;
    private final Leadership leadership;
    private final JobRunner.Observer observer;
    private final Backoff backoff;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    private boolean due = true;
    private boolean running;
    private boolean stopped;

    JobLoop(Job job, Leadership leadership, JobRunner.Observer observer, Backoff backoff) {
        this.job = job;
        this.leadership = leadership;
        this.observer = observer;
        this.backoff = backoff;
        this.thread = Thread.ofVirtual().name("job-" + job.name()).start(this::loop);
    }

    private void loop() {
        int failures = 0;
        Duration pause = Duration.ZERO;
        while (awaitTurn(pause)) {
            boolean succeeded = run();
            failures = succeeded ? 0 : failures + 1;
            pause = succeeded ? job.interval() : pauseAfter(failures);
            endTurn();
        }
    }

    private Duration pauseAfter(int failures) {
        Duration pause = backoff.pause(failures, ThreadLocalRandom.current());
        LOG.log(
                Level.INFO,
                "job {0} runs again in {1} ms",
                job.name(),
                Long.toString(pause.toMillis()));
        return pause;
    }

    /** False when the loop has to end. */
    private boolean awaitTurn(Duration pause) {
        long deadline = System.nanoTime() + pause.toNanos();
        lock.lock();
        try {
            while (!stopped) {
                long left = deadline - System.nanoTime();
                boolean timeIsUp = due || left <= 0;
                if (timeIsUp && mayRun()) {
                    due = false;
                    running = true;
                    return true;
                }
                long _ = changed.awaitNanos(timeIsUp ? Long.MAX_VALUE : left);
            }
            return false;
        } catch (InterruptedException e) {
            // Only a stop that ran out of patience interrupts outside a run.
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private boolean mayRun() {
        return job.place() == Job.Place.EVERY_REPLICA || leadership.isLeader();
    }

    private boolean run() {
        long start = System.nanoTime();
        boolean succeeded = false;
        try {
            job.work().run();
            succeeded = true;
        } catch (InterruptedException e) {
            LOG.log(Level.DEBUG, "job {0} was interrupted", job.name());
        } catch (Exception | Error e) {
            LOG.log(Level.WARNING, "job " + job.name() + " failed", e);
        }
        observer.ended(job.name(), succeeded, Duration.ofNanos(System.nanoTime() - start));
        return succeeded;
    }

    private void endTurn() {
        lock.lock();
        try {
            running = false;
            Thread.interrupted();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void runNow() {
        lock.lock();
        try {
            due = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void leadershipChanged() {
        lock.lock();
        try {
            if (running && !mayRun()) {
                thread.interrupt();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void stop() {
        lock.lock();
        try {
            stopped = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until {@code deadline} (nano time), then interrupts the run and waits for its end. */
    void join(long deadline) {
        try {
            Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
            if (!thread.join(left)) {
                LOG.log(Level.WARNING, "job {0} is interrupted to stop it", job.name());
                thread.interrupt();
                thread.join();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
