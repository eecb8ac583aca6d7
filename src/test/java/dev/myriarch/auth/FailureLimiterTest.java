package dev.myriarch.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.SettableClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FailureLimiterTest {
    private static final String CLIENT = "client";

    private final SettableClock clock = new SettableClock(Samples.NOW);
    private final FailureLimiter limiter = new FailureLimiter(clock, 10);

    @Test
    void theEleventhFailureWithinAMinuteWaits() {
        for (int i = 0; i < 10; i++) {
            assertThat(limiter.delay(CLIENT)).isZero();
            limiter.failed(CLIENT);
        }

        assertThat(limiter.delay(CLIENT)).isEqualTo(Duration.ofSeconds(6));
        assertThat(limiter.delay("other")).isZero();
    }

    @Test
    void timeGivesOneTryBackEverySixSeconds() {
        for (int i = 0; i < 10; i++) {
            limiter.failed(CLIENT);
        }

        clock.advance(Duration.ofSeconds(6));
        assertThat(limiter.delay(CLIENT)).isZero();
        limiter.failed(CLIENT);
        assertThat(limiter.delay(CLIENT)).isPositive();

        clock.advance(Duration.ofMinutes(1));
        for (int i = 0; i < 10; i++) {
            assertThat(limiter.delay(CLIENT)).isZero();
            limiter.failed(CLIENT);
        }
        assertThat(limiter.delay(CLIENT)).isPositive();
    }
}
