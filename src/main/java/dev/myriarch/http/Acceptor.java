package dev.myriarch.http;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Accepts connections and starts a virtual thread for each. */
final class Acceptor {
    private static final System.Logger LOG = System.getLogger(Acceptor.class.getName());
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOG_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ServerSocketChannel listener;
    private final ServerRuntime runtime;
    private long quietUntil = System.nanoTime();

    Acceptor(ServerSocketChannel listener, ServerRuntime runtime) {
        this.listener = listener;
        this.runtime = runtime;
    }

    /** A platform thread of its own, so that busy handlers cannot keep it from accepting. */
    Thread start() {
        return Thread.ofPlatform().name("http-accept").daemon(false).start(this::run);
    }

    private void run() {
        while (listener.isOpen()) {
            try {
                take(listener.accept());
            } catch (IOException failure) {
                if (listener.isOpen()) {
                    // Most likely out of descriptors: trying again at once would only burn CPU.
                    report(failure);
                    LockSupport.parkNanos(this, PAUSE_NANOS);
                }
            }
        }
    }

    /** Once a minute: it may go on for as long as clients hold all descriptors. */
    private void report(IOException failure) {
        long now = System.nanoTime();
        if (now - quietUntil >= 0) {
            quietUntil = now + LOG_NANOS;
            LOG.log(System.Logger.Level.WARNING, "accepting a connection failed", failure);
        }
    }

    private void take(SocketChannel socket) {
        runtime.counters().accepted.increment();
        try {
            int sendBuffer = runtime.limits().connections().sendBufferBytes();
            HttpConnection connection =
                    new HttpConnection(runtime.over(new SocketTransport(socket, sendBuffer)));
            if (!runtime.connections().add(connection)) {
                runtime.counters().refused.increment();
                connection.transport().close();
                return;
            }
            Thread.ofVirtual()
                    .inheritInheritableThreadLocals(false)
                    .start(new ConnectionLoop(connection, runtime));
        } catch (IOException peerGone) {
            closeQuietly(socket);
        } catch (RuntimeException bug) {
            // This thread must survive: without it nobody gets in.
            LOG.log(System.Logger.Level.ERROR, "a new connection failed", bug);
            closeQuietly(socket);
        }
    }

    private static void closeQuietly(SocketChannel socket) {
        try {
            socket.close();
        } catch (IOException notClean) {
            LOG.log(System.Logger.Level.DEBUG, "closing a new connection failed", notClean);
        }
    }
}
