package dev.myriarch.base;

import java.time.Duration;
import java.time.Instant;

/**
 * A rate with a burst: starts full, each take costs one, and they come back with time. Time that
 * goes backwards gives nothing. Not thread-safe; the owner locks.
 */
public final class TokenBucket {
    private final double perSecond;
    private final double burst;
    private double level;
    private Instant filledAt;

    /**
     * @param perSecond how many come back per second, positive
     * @param burst how many there are at most
     */
    public TokenBucket(double perSecond, double burst, Instant now) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.level = burst;
        this.filledAt = now;
    }

    /** Takes one, or says no. */
    public boolean tryTake(Instant now) {
        fill(now);
        if (level < 1) {
            return false;
        }
        level -= 1;
        return true;
    }

    /** How long until one is there; zero when one is there now. */
    public Duration untilNext(Instant now) {
        fill(now);
        return level >= 1
                ? Duration.ZERO
                : Duration.ofMillis((long) Math.ceil((1 - level) / perSecond * 1000));
    }

    private void fill(Instant now) {
        double seconds = Duration.between(filledAt, now).toNanos() / 1e9;
        if (seconds > 0) {
            level = Math.min(burst, level + seconds * perSecond);
            filledAt = now;
        }
    }
}
