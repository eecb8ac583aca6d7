package dev.myriarch.http;

import java.io.IOException;
import java.time.Duration;

/** A moment by which several steps together must be done. */
final class Deadline {
    private final Duration limit;
    private final long end;

    Deadline(Duration limit) {
        if (!limit.isPositive()) {
            throw new IllegalArgumentException("a limit must be positive");
        }
        this.limit = limit;
        end = System.nanoTime() + limit.toNanos();
    }

    /**
     * What is left, positive.
     *
     * @throws IOException when the moment has passed
     */
    Duration left() throws IOException {
        long left = end - System.nanoTime();
        if (left <= 0) {
            throw new IOException("no answer within " + limit.toMillis() + " ms");
        }
        return Duration.ofNanos(left);
    }
}
