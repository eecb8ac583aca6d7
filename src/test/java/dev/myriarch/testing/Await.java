package dev.myriarch.testing;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition with a deadline, so that no test sleeps. */
public final class Await {
    private Await() {}

    /** Polls until {@code condition} holds; fails with {@code what} when the time is over. */
    public static void until(String what, Duration limit, BooleanSupplier condition) {
        present(what, limit, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty());
    }

    /**
     * Polls until {@code supplier} gives a value; fails with {@code what} when the time is over.
     */
    public static <T> T present(String what, Duration limit, Supplier<Optional<T>> supplier) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            Optional<T> value = supplier.get();
            if (value.isPresent()) {
                return value.get();
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + limit.toMillis() + " ms: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    /** A supplier of something that may throw; an exception counts as not there yet. */
    public static <T> Supplier<Optional<T>> attempt(Callable<T> call) {
        return () -> {
            try {
                return Optional.of(call.call());
            } catch (Exception notYet) {
                return Optional.empty();
            }
        };
    }
}
