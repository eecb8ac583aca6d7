package dev.myriarch.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void theBurstCanBeTakenAtOnceAndNoMore() {
        TokenBucket bucket = new TokenBucket(1, 3, START);

        assertThat(bucket.tryTake(START)).isTrue();
        assertThat(bucket.tryTake(START)).isTrue();
        assertThat(bucket.tryTake(START)).isTrue();
        assertThat(bucket.tryTake(START)).isFalse();
        assertThat(bucket.untilNext(START)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void whatComesBackIsBoundedByTheBurst() {
        TokenBucket bucket = new TokenBucket(2, 2, START);
        bucket.tryTake(START);
        bucket.tryTake(START);

        assertThat(bucket.tryTake(START.plusMillis(499))).isFalse();
        assertThat(bucket.tryTake(START.plusMillis(500))).isTrue();
        Instant later = START.plusSeconds(3600);
        assertThat(bucket.tryTake(later)).isTrue();
        assertThat(bucket.tryTake(later)).isTrue();
        assertThat(bucket.tryTake(later)).isFalse();
    }

    @Test
    void aClockThatGoesBackGivesNothing() {
        TokenBucket bucket = new TokenBucket(1, 1, START);
        bucket.tryTake(START);

        assertThat(bucket.tryTake(START.minusSeconds(60))).isFalse();
        assertThat(bucket.tryTake(START.plusMillis(999))).isFalse();
        assertThat(bucket.tryTake(START.plusSeconds(1))).isTrue();
    }
}
