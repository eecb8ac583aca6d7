package dev.myriarch.http;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One platform thread that waits for many sockets. They stay registered, so that a message costs
 * neither a registration nor a thread that wakes up. It never waits for anything else: what cannot
 * be done at once is done by virtual threads.
 */
final class EventLoop {
    private static final System.Logger LOG = System.getLogger(EventLoop.class.getName());
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Selector selector;
    private final LoopBuffers buffers = LoopBuffers.allocate();
    private final Thread thread;

    /** Each registration is in it once at most. */
    private final Queue<LoopRegistration> askers = new ConcurrentLinkedQueue<>();

    private volatile boolean ended;
    private volatile boolean gone;

    private EventLoop(Selector selector, String name) {
        this.selector = selector;
        thread = Thread.ofPlatform().name(name).daemon(true).unstarted(this::run);
    }

    static EventLoop start(String name) throws IOException {
        EventLoop loop = new EventLoop(Selector.open(), name);
        loop.thread.start();
        return loop;
    }

    /** Watches a channel that does not block, for nothing at first. */
    LoopRegistration add(SocketChannel channel, LoopGuest guest) throws IOException {
        try {
            SelectionKey key = channel.register(selector, 0);
            LoopRegistration registration = new LoopRegistration(this, key, guest);
            key.attach(registration);
            // Looked at after the registration, as the end looks at registrations after the flag.
            if (!ended) {
                return registration;
            }
        } catch (ClosedSelectorException closed) {
            LOG.log(System.Logger.Level.DEBUG, "an event loop has ended already");
        }
        throw new IOException("the server has stopped");
    }

    /** Has the loop attend to a registration soon. */
    void ask(LoopRegistration registration) {
        askers.add(registration);
        if (gone) {
            attend();
        } else if (Thread.currentThread() != thread) {
            selector.wakeup();
        }
    }

    /**
     * @throws IllegalStateException on the thread of the loop
     */
    void refuseToWait() {
        if (Thread.currentThread() == thread) {
            throw new IllegalStateException("an event loop must not wait for a peer");
        }
    }

    LoopBuffers buffers() {
        return buffers;
    }

    /** How many sockets it watches. */
    int watched() {
        try {
            return selector.keys().size();
        } catch (ClosedSelectorException endedAlready) {
            return 0;
        }
    }

    /** Drops what it still watches; waits a moment for the thread. */
    void end(Duration limit) {
        ended = true;
        selector.wakeup();
        try {
            if (!thread.join(limit)) {
                LOG.log(System.Logger.Level.WARNING, "the event loop does not end");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!ended) {
            try {
                selector.select(EventLoop::ready);
                attend();
            } catch (IOException | RuntimeException | Error failure) {
                // This thread must survive: without it nobody of its connections is heard.
                report("an event loop failed", failure);
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        letGo();
    }

    private static void ready(SelectionKey key) {
        if (key.attachment() instanceof LoopRegistration registration) {
            registration.ready();
        }
    }

    private void attend() {
        for (LoopRegistration next = askers.poll(); next != null; next = askers.poll()) {
            next.attend();
        }
    }

    private void letGo() {
        // Who asks from now on attends itself; who asked before is attended to below.
        gone = true;
        try {
            for (SelectionKey key : selector.keys()) {
                if (key.attachment() instanceof LoopRegistration registration) {
                    registration.abandon();
                }
            }
            attend();
        } finally {
            try {
                selector.close();
            } catch (IOException notClean) {
                LOG.log(System.Logger.Level.DEBUG, "closing a selector failed", notClean);
            }
        }
    }

    static void report(String what, @Nullable Throwable failure) {
        LOG.log(System.Logger.Level.ERROR, what, failure);
    }
}
