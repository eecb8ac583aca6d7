package dev.myriarch.http;

import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A socket and the event loop that watches it. Either the loop reads it, or one thread does, which
 * waits here while nothing is there. Threads that write wait here too.
 *
 * <p>What the selector is told to watch changes on the loop alone. Others change {@link #reading},
 * {@link #writer} or the flags first and then ask the loop to look at them.
 */
final class LoopRegistration {
    /** Who reads. */
    private enum Reading {
        /** The loop, which the selector tells what is there. */
        LOOP,
        /**
         * A thread that does not wait. The selector still watches: mostly nothing more comes before
         * the thread is done, and then nothing had to be changed.
         */
        THREAD,
        /** A thread that does not wait, and the selector does not watch. */
        UNWATCHED,
        /** A thread that waits for what the selector tells the loop. */
        AWAITED
    }

    private static final AtomicReferenceFieldUpdater<LoopRegistration, Reading> READING =
            AtomicReferenceFieldUpdater.newUpdater(
                    LoopRegistration.class, Reading.class, "reading");

    private final EventLoop loop;
    private final SelectionKey key;
    private final LoopGuest guest;
    private volatile Reading reading = Reading.UNWATCHED;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile @Nullable Thread reader;

    /** Waits; null when none does. */
    private volatile @Nullable Thread writer;

    private volatile boolean inputEnded;
    private volatile boolean closed;

    /** The thread that calls this is the one that reads. */
    LoopRegistration(EventLoop loop, SelectionKey key, LoopGuest guest) {
        this.loop = loop;
        this.key = key;
        this.guest = guest;
    }

    /** Waits until there may be something to read; false when nothing will come any more. */
    boolean awaitReadable() {
        loop.refuseToWait();
        reader = Thread.currentThread();
        if (!READING.compareAndSet(this, Reading.THREAD, Reading.AWAITED)) {
            reading = Reading.AWAITED;
            ask();
        }
        boolean interrupted = false;
        while (reading == Reading.AWAITED && !inputEnded && !closed) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        reader = null;
        restore(interrupted);
        return READING.getAndSet(this, Reading.UNWATCHED) == Reading.UNWATCHED;
    }

    /** Waits until something may be written; false when nothing can be any more. */
    boolean awaitWritable() {
        loop.refuseToWait();
        writer = Thread.currentThread();
        ask();
        boolean interrupted = false;
        while (writer != null && !closed) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        writer = null;
        restore(interrupted);
        return !closed;
    }

    /** Waits end by deadlines, not by interrupts, which would leave half a frame behind. */
    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The reading thread is done; from now on the loop reads. */
    void giveBack() {
        boolean watched = READING.compareAndSet(this, Reading.THREAD, Reading.LOOP);
        if (!watched) {
            reading = Reading.LOOP;
        }
        if (!watched || inputEnded || closed) {
            ask();
        }
    }

    /** Reading gives the end now. */
    void inputEnded() {
        inputEnded = true;
        LockSupport.unpark(reader);
        ask();
    }

    /** The channel is closed. The selector lets its descriptor go when the loop comes round. */
    void closed() {
        closed = true;
        LockSupport.unpark(reader);
        LockSupport.unpark(writer);
        ask();
    }

    private void ask() {
        if (asked.compareAndSet(false, true)) {
            loop.ask(this);
        }
    }

    /** On the loop, or on any thread when the loop is gone: looks at what others have changed. */
    void attend() {
        asked.set(false);
        if ((inputEnded || closed) && reading == Reading.LOOP) {
            handOver();
        }
        try {
            watch();
        } catch (CancelledKeyException closedMeanwhile) {
            // Then nobody waits for this socket any more.
        }
    }

    private void watch() {
        int now = key.interestOps();
        int wanted =
                switch (reading) {
                    case LOOP, AWAITED -> SelectionKey.OP_READ;
                    case THREAD -> now & SelectionKey.OP_READ;
                    case UNWATCHED -> 0;
                };
        if (writer != null) {
            wanted |= SelectionKey.OP_WRITE;
        }
        if (wanted != now) {
            key.interestOps(wanted);
        }
    }

    /** On the loop: the socket is ready for what it is watched for. */
    void ready() {
        try {
            if (key.isWritable()) {
                Thread waiting = writer;
                writer = null;
                key.interestOpsAnd(~SelectionKey.OP_WRITE);
                LockSupport.unpark(waiting);
            }
            if (key.isReadable()) {
                readable();
            }
        } catch (CancelledKeyException closedMeanwhile) {
            // Whoever closed it asks for what is to be done.
        }
    }

    private void readable() {
        while (true) {
            Reading now = reading;
            switch (now) {
                case LOOP -> {
                    if (!arrived()) {
                        handOver();
                    }
                    return;
                }
                case THREAD, AWAITED -> {
                    if (READING.compareAndSet(this, now, Reading.UNWATCHED)) {
                        key.interestOpsAnd(~SelectionKey.OP_READ);
                        LockSupport.unpark(now == Reading.AWAITED ? reader : null);
                        return;
                    }
                }
                case UNWATCHED -> {
                    key.interestOpsAnd(~SelectionKey.OP_READ);
                    return;
                }
            }
        }
    }

    private boolean arrived() {
        try {
            return guest.arrived(loop.buffers());
        } catch (RuntimeException | Error bug) {
            EventLoop.report("serving an upgraded connection failed", bug);
            guest.drop();
            return false;
        }
    }

    /** Once: when the loop is gone, several threads may attend at the same time. */
    private void handOver() {
        if (READING.compareAndSet(this, Reading.LOOP, Reading.THREAD)) {
            guest.handOver();
        }
    }

    /** On the loop, which ends. */
    void abandon() {
        guest.drop();
        attend();
    }
}
