package dev.myriarch.opamp;

import java.time.Duration;
import java.time.Instant;

/** A token bucket; starts full. Not thread-safe, the owner locks. */
final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double rate;
    private final double burst;
    private double tokens;
    private Instant filledAt;

    /**
     * @param rate tokens per second
     * @param burst tokens at most
     */
    TokenBucket(double rate, double burst, Instant now) {
        this.rate = rate;
        this.burst = burst;
        this.tokens = burst;
        this.filledAt = now;
    }

    boolean tryTake(Instant now) {
        if (now.isAfter(filledAt)) {
            double seconds = Duration.between(filledAt, now).toNanos() / NANOS_PER_SECOND;
            tokens = Math.min(burst, tokens + seconds * rate);
            filledAt = now;
        }
        if (tokens < 1) {
            return false;
        }
        tokens -= 1;
        return true;
    }
}
