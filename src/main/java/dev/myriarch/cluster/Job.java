package dev.myriarch.cluster;

import java.time.Duration;
import java.util.Objects;

/**
 * Work that repeats.
 *
 * @param name for logs and metrics, lower-case words joined by a dash
 * @param interval from the end of a run to the start of the next
 */
public record Job(String name, Place place, Duration interval, Work work) {
    /** Which replicas run a job. */
    public enum Place {
        LEADER,
        EVERY_REPLICA
    }

    /** One run; an exception is logged and the run repeated after a pause. */
    @FunctionalInterface
    public interface Work {
        void run() throws InterruptedException;
    }

    public Job {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(work, "work");
        if (!interval.isPositive()) {
            throw new IllegalArgumentException("the interval must be positive");
        }
    }

    public static Job onLeader(String name, Duration interval, Work work) {
        return new Job(name, Place.LEADER, interval, work);
    }

    public static Job everywhere(String name, Duration interval, Work work) {
        return new Job(name, Place.EVERY_REPLICA, interval, work);
    }
}
