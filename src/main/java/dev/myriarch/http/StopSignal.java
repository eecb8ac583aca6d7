package dev.myriarch.http;

import java.util.concurrent.atomic.AtomicReference;

/** Tells one connection, once, that the server stops. Thread-safe: every step is atomic. */
final class StopSignal {
    private final AtomicReference<Runnable> action = new AtomicReference<>(StopSignal::nothing);
    private volatile boolean given;

    boolean given() {
        return given;
    }

    /** Gives the signal; the action runs in this call unless it ran already. */
    void give() {
        given = true;
        action.getAndSet(StopSignal::nothing).run();
    }

    /** Sets what happens at the signal; at once when it was given before. */
    void onSignal(Runnable next) {
        action.set(next);
        if (given) {
            action.getAndSet(StopSignal::nothing).run();
        }
    }

    /** Forgets the action. */
    void clear() {
        action.set(StopSignal::nothing);
    }

    private static void nothing() {}
}
