package dev.myriarch.http;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The Date header, made once per second. Thread-safe: the cache is one immutable record. */
final class HttpDate {
    // Not RFC_1123_DATE_TIME: it writes the day of the month without a leading zero.
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private record Cached(long second, String text) {}

    private final InstantSource clock;
    private volatile Cached cached = new Cached(Long.MIN_VALUE, "");

    HttpDate(InstantSource clock) {
        this.clock = clock;
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
