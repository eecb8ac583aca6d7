package dev.myriarch.http;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Ends the connections of a server that accepts no more: idle ones at once, running exchanges after
 * their answer, upgraded ones told at the drain rate. What is left at the deadline is reset.
 */
final class GracefulStop {
    private static final System.Logger LOG = System.getLogger(GracefulStop.class.getName());
    private static final Duration LAST_CALL = Duration.ofSeconds(5);
    private static final Duration AFTER_ABORT = Duration.ofSeconds(1);

    private final ConnectionRegistry connections;
    private final long drainNanos;
    private final long deadline;
    private final long lastCall;

    GracefulStop(ConnectionRegistry connections, int drainPerSecond, Duration limit) {
        this.connections = connections;
        drainNanos = TimeUnit.SECONDS.toNanos(1) / drainPerSecond;
        deadline = System.nanoTime() + limit.toNanos();
        // Whoever was not told by then is told at once: a good-bye in a crowd beats none.
        lastCall = deadline - Math.min(LAST_CALL.toNanos(), limit.toNanos() / 4);
    }

    void run() {
        connections.markStopping();
        try {
            for (HttpConnection connection : connections.open()) {
                if (connection.idle()) {
                    connection.transport().wake();
                }
                if (!connection.upgraded()) {
                    tell(connection);
                }
            }
            drain();
            connections.awaitEmpty(deadline);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        abortAll();
    }

    private void drain() throws InterruptedException {
        long next = System.nanoTime();
        List<HttpConnection> untold = untold();
        while (!untold.isEmpty() && System.nanoTime() < deadline) {
            Iterator<HttpConnection> each = untold.iterator();
            while (each.hasNext()) {
                long wait = next - System.nanoTime();
                boolean paced = lastCall - next > 0;
                if (paced && wait > 0 && connections.awaitEmpty(next)) {
                    return;
                }
                tell(each.next());
                next += drainNanos;
            }
            untold = untold();
        }
    }

    private List<HttpConnection> untold() {
        return connections.open().stream()
                .filter(connection -> connection.upgraded() && !connection.stopSignal().given())
                .toList();
    }

    private static void tell(HttpConnection connection) {
        try {
            connection.stopSignal().give();
        } catch (RuntimeException failure) {
            LOG.log(System.Logger.Level.ERROR, "telling a connection to end failed", failure);
        }
    }

    private void abortAll() {
        if (connections.size() > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the stop deadline passed with {0} connections open; they are reset",
                    connections.size());
        }
        connections.open().forEach(HttpConnection::abort);
        try {
            connections.awaitEmpty(System.nanoTime() + AFTER_ABORT.toNanos());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
