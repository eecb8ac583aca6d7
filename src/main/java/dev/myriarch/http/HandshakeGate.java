package dev.myriarch.http;

import java.util.concurrent.Semaphore;

/**
 * Lets as many threads compute a handshake as there are cores, first come, first served. Throughput
 * is the same without it, but in a storm of connections the slowest one waits less than half as
 * long. Held around computing only: two silent peers would block everybody else.
 */
final class HandshakeGate {
    private final Semaphore places =
            new Semaphore(Runtime.getRuntime().availableProcessors(), true);

    void run(Runnable task) {
        places.acquireUninterruptibly();
        try {
            task.run();
        } finally {
            places.release();
        }
    }
}
