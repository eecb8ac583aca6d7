package dev.myriarch.opamp;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where pushes wait for the database: after an outage, or with a new revision, every agent of the
 * replica is owed one at the same moment. Messages of agents, people and jobs share the database
 * with them, so only a few pushes ask it at a time. Thread-safe and fair.
 */
final class PushLine {
    private final Semaphore places;

    /**
     * @param atOnce pushes that may use the database at the same time
     */
    PushLine(int atOnce) {
        places = new Semaphore(atOnce, true);
    }

    /**
     * Waits for a place and for the turn of a session; returns with both. Nobody keeps a place
     * while he waits for a turn: a session whose peer takes nothing would hold up all the others.
     */
    @SuppressWarnings("LockNotBeforeTry") // Nothing happens between: it only waits.
    void enter(ReentrantLock turn) {
        while (true) {
            places.acquireUninterruptibly();
            if (turn.tryLock()) {
                return;
            }
            places.release();
            turn.lock();
            turn.unlock();
        }
    }

    /** Gives the place back; the turn stays. */
    void leave() {
        places.release();
    }

    /** Pushes that wait for a place. */
    int waiting() {
        return places.getQueueLength();
    }
}
