package dev.myriarch.auth;

import java.time.Duration;
import java.time.Instant;

/** A rate with a burst. Confined to the lock of its owner. */
final class TokenBucket {
    private final double perSecond;
    private final double burst;
    private double level;
    private Instant filledAt;

    TokenBucket(double perSecond, double burst, Instant now) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.level = burst;
        this.filledAt = now;
    }

    /** Takes one, or says no. */
    boolean tryTake(Instant now) {
        fill(now);
        if (level < 1) {
            return false;
        }
        level -= 1;
        return true;
    }

    /** How long until one is there; zero when one is there now. */
    Duration untilNext(Instant now) {
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
