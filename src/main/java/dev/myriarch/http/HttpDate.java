package dev.myriarch.http;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The Date header, made once per second. Thread-safe: the cache is one immutable record. */
final class HttpDate {
    // Not RFC_1123_DATE_TIME: it writes the day of the month without a leading zero.
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    /** Two forms of old that a recipient still has to read (RFC 9110 section 5.6.7). */
    private static final List<DateTimeFormatter> ALL_FORMS =
            List.of(
                    FORMAT,
                    new DateTimeFormatterBuilder()
                            .appendPattern("EEEE, dd-MMM-")
                            .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
                            .appendPattern(" HH:mm:ss 'GMT'")
                            .toFormatter(Locale.ENGLISH)
                            .withZone(ZoneOffset.UTC),
                    DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)
                            .withZone(ZoneOffset.UTC));

    private record Cached(long second, String text) {}

    private final InstantSource clock;
    private volatile Cached cached = new Cached(Long.MIN_VALUE, "");

    HttpDate(InstantSource clock) {
        this.clock = clock;
    }

    static String format(Instant at) {
        return FORMAT.format(at);
    }

    /** Empty for anything that is no date of HTTP. */
    static Optional<Instant> parse(String text) {
        for (DateTimeFormatter form : ALL_FORMS) {
            try {
                return Optional.of(form.parse(text, Instant::from));
            } catch (DateTimeParseException another) {
                // Then the next form is tried.
            }
        }
        return Optional.empty();
    }

    String text() {
        Instant now = clock.instant();
        Cached last = cached;
        if (last.second() != now.getEpochSecond()) {
            last = new Cached(now.getEpochSecond(), FORMAT.format(now));
            cached = last;
        }
        return last.text();
    }
}
