package dev.myriarch.http;

import java.time.Duration;

/** Moments of the monotonic clock; {@link #NONE} never comes. */
final class Deadlines {
    static final long NONE = 0;

    private Deadlines() {}

    /** {@code limit} from now; {@link #NONE} for zero. */
    static long after(Duration limit) {
        return limit.isZero() ? NONE : at(System.nanoTime() + limit.toNanos());
    }

    /** The moment itself, moved by a nanosecond when it would mean {@link #NONE}. */
    static long at(long nanoTime) {
        return nanoTime == NONE ? 1 : nanoTime;
    }

    static boolean passed(long deadline, long now) {
        return deadline != NONE && now - deadline >= 0;
    }
}
