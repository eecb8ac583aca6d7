package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
    private final SettableClock clock = new SettableClock(Instant.EPOCH);
    private final RateLimiter limiter = new RateLimiter(new RateLimiter.Rate(2, 3), 2, clock);

    @Test
    void aBurstIsAllowedThenTheRate() {
        assertThat(taken("a", 5)).isEqualTo(3);
        clock.advance(Duration.ofMillis(499));
        assertThat(limiter.tryAcquire("a")).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(taken("a", 2)).isEqualTo(1);
        clock.advance(Duration.ofHours(1));
        assertThat(taken("a", 5)).isEqualTo(3);
    }

    @Test
    void keysHaveTheirOwnBuckets() {
        assertThat(taken("a", 3)).isEqualTo(3);
        assertThat(taken("b", 3)).isEqualTo(3);
    }

    @Test
    void lookingTakesNothing() {
        assertThat(limiter.mayAcquire("a")).isTrue();
        assertThat(taken("a", 5)).isEqualTo(3);
        assertThat(limiter.mayAcquire("a")).isFalse();
    }

    @Test
    void newKeysShareABucketWhileThereIsNoRoom() {
        assertThat(taken("a", 3)).isEqualTo(3);
        assertThat(taken("b", 3)).isEqualTo(3);
        int allowed = 0;
        for (int i = 0; i < 100; i++) {
            allowed += limiter.tryAcquire("x" + i) ? 1 : 0;
        }
        assertThat(allowed).isEqualTo(3);
        assertThat(limiter.tryAcquire("a")).isFalse();
    }

    @Test
    void fullBucketsMakeRoom() {
        assertThat(taken("a", 1)).isEqualTo(1);
        assertThat(taken("b", 1)).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));
        assertThat(taken("c", 5)).isEqualTo(3);
        assertThat(taken("d", 5)).isEqualTo(3);
    }

    @Test
    void aClockThatGoesBackGivesNothing() {
        assertThat(taken("a", 3)).isEqualTo(3);
        clock.advance(Duration.ofHours(-1));
        assertThat(limiter.tryAcquire("a")).isFalse();
        clock.advance(Duration.ofSeconds(1));
        assertThat(taken("a", 5)).isEqualTo(2);
    }

    private int taken(String key, int attempts) {
        int taken = 0;
        for (int i = 0; i < attempts; i++) {
            taken += limiter.tryAcquire(key) ? 1 : 0;
        }
        return taken;
    }
}
