package dev.myriarch.app;

import java.util.logging.LogManager;

/**
 * Keeps the log open until the end. The JDK's own manager removes all handlers in a shutdown hook
 * of its own, at the same time as ours stops the server, so nothing of the stop would be logged.
 */
public final class StandingLogManager extends LogManager {
    private static volatile boolean standing;

    /** For the JDK, which makes the only one. */
    public StandingLogManager() {}

    /** From now on the handlers stay. */
    static void stand() {
        standing = true;
    }

    @Override
    public void reset() {
        if (!standing) {
            super.reset();
        }
    }
}
