package dev.myriarch.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread that looks at the deadlines of all connections. A timeout per read costs a third more
 * CPU per request, and a blocked write has no timeout at all.
 */
final class Watchdog {
    private static final System.Logger LOG = System.getLogger(Watchdog.class.getName());

    private final Set<HttpConnection> connections;
    private final Duration interval;
    private final Thread thread;
    private volatile boolean ended;

    Watchdog(Set<HttpConnection> connections, Duration interval) {
        this.connections = connections;
        this.interval = interval;
        thread = Thread.ofPlatform().name("http-watchdog").daemon(true).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!ended) {
            LockSupport.parkNanos(this, interval.toNanos());
            long now = System.nanoTime();
            for (HttpConnection connection : connections) {
                check(connection, now);
            }
        }
    }

    private static void check(HttpConnection connection, long now) {
        try {
            connection.checkDeadlines(now);
        } catch (RuntimeException failure) {
            // The watchdog must survive: without it nothing ends a stuck peer.
            LOG.log(System.Logger.Level.ERROR, "checking a deadline failed", failure);
        }
    }
}
