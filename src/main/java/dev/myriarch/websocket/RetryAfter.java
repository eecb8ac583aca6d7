package dev.myriarch.websocket;

import com.sun.net.httpserver.Headers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/** Reads Retry-After (RFC 9110 section 10.2.3): seconds or a date. */
final class RetryAfter {
    private static final Duration LONGEST = Duration.ofDays(1);

    private RetryAfter() {}

    /** From zero to one day; empty when there is none or it is malformed. */
    static Optional<Duration> of(Headers answer, Instant now) {
        List<String> values = answer.getOrDefault("Retry-After", List.of());
        if (values.size() != 1) {
            return Optional.empty();
        }
        String text = values.getFirst();
        boolean seconds = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
        Optional<Duration> wait = seconds ? Optional.of(seconds(text)) : date(text, now);
        return wait.map(RetryAfter::bounded);
    }

    private static Duration seconds(String digits) {
        return digits.length() > 9 ? LONGEST : Duration.ofSeconds(Long.parseLong(digits));
    }

    private static Optional<Duration> date(String text, Instant now) {
        try {
            ZonedDateTime date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
            return Optional.of(Duration.between(now, date.toInstant()));
        } catch (DateTimeParseException malformed) {
            return Optional.empty();
        }
    }

    private static Duration bounded(Duration wait) {
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }
}
