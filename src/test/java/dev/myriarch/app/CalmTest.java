package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalmTest {
    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-31T12:00:00Z"));
    private final AtomicLong nanos = new AtomicLong();
    private final Calm calm = new Calm(clock, nanos::get, Duration.ofSeconds(45));

    private void pass(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void timeThatPassesIsCalm() {
        assertThat(calm.isCalm()).isTrue();
        pass(3600);
        assertThat(calm.isCalm()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {3600, -3600, 6, -6})
    void jumpOfTheClockNeedsTimeToSettle(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
        assertThat(calm.isCalm()).isFalse();
        pass(44);
        assertThat(calm.isCalm()).isFalse();
        pass(1);
        assertThat(calm.isCalm()).isTrue();
    }

    @Test
    void outageOfTheDatabaseNeedsTimeToSettle() {
        calm.disturb();
        pass(44);
        assertThat(calm.isCalm()).isFalse();
        pass(1);
        assertThat(calm.isCalm()).isTrue();
    }
}
