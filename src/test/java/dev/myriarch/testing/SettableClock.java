package dev.myriarch.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands until a test moves it. Thread-safe. */
public final class SettableClock implements InstantSource {
    private volatile Instant now;

    public SettableClock(Instant start) {
        now = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    public synchronized void advance(Duration step) {
        now = now.plus(step);
    }

    public synchronized void set(Instant instant) {
        now = instant;
    }
}
