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

    /** The term in which the present run began; 0 for a job of every replica. */
    private long term;

    private boolean stopped;

    /** Whether the last run failed. */
    private volatile boolean failed;

    /** Only for the thread of the loop. */
    private String lastFailure = "";

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
            failed = failures > 0;
            pause = succeeded ? job.interval() : pauseAfter(failures);
            endTurn();
        }
    }

    private Duration pauseAfter(int failures) {
        Duration pause = backoff.upTo(job.interval()).pause(failures, ThreadLocalRandom.current());
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
                    term = presentTerm();
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

    private long presentTerm() {
        return job.place() == Job.Place.EVERY_REPLICA ? 0 : leadership.term();
    }

    private boolean run() {
        long start = System.nanoTime();
        boolean succeeded = false;
        try {
            work();
            succeeded = true;
        } catch (InterruptedException e) {
            LOG.log(Level.DEBUG, "job {0} was interrupted", job.name());
        } catch (Exception | Error e) {
            if (mayRun()) {
                warn(e);
            } else {
                // Interrupted in the middle of a statement, or fenced: as it should be.
                LOG.log(
                        Level.INFO,
                        "job {0} ended with the lead of this replica: {1}",
                        job.name(),
                        String.valueOf(e.getMessage()));
            }
        }
        observer.ended(job.name(), succeeded, Duration.ofNanos(System.nanoTime() - start));
        return succeeded;
    }

    /** An outage of minutes needs no hundred traces of the same failure. */
    private void warn(Throwable failure) {
        if (failed && failure.toString().equals(lastFailure)) {
            LOG.log(Level.WARNING, "job {0} failed again: {1}", job.name(), lastFailure);
        } else {
            LOG.log(Level.WARNING, "job " + job.name() + " failed", failure);
        }
        lastFailure = failure.toString();
    }

    private void work() throws InterruptedException {
        if (job.place() == Job.Place.EVERY_REPLICA) {
            job.work().run();
        } else {
            leadership.act(job.work());
        }
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

    /** Runs now what waits because its last run failed. */
    void retry() {
        if (failed) {
            runNow();
        }
    }

    void leadershipChanged() {
        lock.lock();
        try {
            if (running && term != presentTerm()) {
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
