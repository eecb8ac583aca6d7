package dev.myriarch.cluster;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses that double from {@code first} to {@code most}, each 20 percent shorter or longer. */
public record Backoff(Duration first, Duration most) {
    public static final Backoff DEFAULT = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private static final int MAX_DOUBLINGS = 30;
    private static final double JITTER = 0.2;

    public Backoff {
        if (!first.isPositive() || most.compareTo(first) < 0) {
            throw new IllegalArgumentException("first must be positive and at most the longest");
        }
    }

    /**
     * The same, with no pause above {@code interval}: what repeats anyway does not wait longer
     * after a failure than after a success.
     */
    Backoff upTo(Duration interval) {
        Duration longest = interval.compareTo(most) < 0 ? interval : most;
        return new Backoff(first.compareTo(longest) < 0 ? first : longest, longest);
    }

    /**
     * @param failures in a row, 1 and up
     */
    public Duration pause(int failures, RandomGenerator random) {
        int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
        double nanos =
                Math.min((double) most.toNanos(), (double) first.toNanos() * (1L << doublings));
        double factor = 1 + JITTER * (2 * random.nextDouble() - 1);
        return Duration.ofNanos((long) (nanos * factor));
    }
}
