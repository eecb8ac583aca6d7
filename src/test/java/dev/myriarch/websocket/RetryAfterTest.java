package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0| PT0S",
                "120| PT2M",
                "86401| P1D",
                "999999999999999999999| P1D",
                "Thu, 01 Jan 2026 00:01:00 GMT| PT1M",
                "Wed, 31 Dec 2025 23:59:00 GMT| PT0S",
                "Fri, 01 Jan 2027 00:00:00 GMT| P1D",
                "-1|",
                "1.5|",
                "''|",
                "tomorrow|",
            })
    void secondsAndDatesAreReadAndBounded(String text, @Nullable Duration expected) {
        Headers answer = Headers.of("Retry-After", text);
        assertThat(RetryAfter.of(answer, NOW)).isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void noneOrSeveralCountAsNone() {
        Headers twice = new Headers();
        twice.put("Retry-After", List.of("1", "2"));
        assertThat(RetryAfter.of(new Headers(), NOW)).isEmpty();
        assertThat(RetryAfter.of(twice, NOW)).isEmpty();
    }
}
