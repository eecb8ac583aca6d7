package dev.myriarch.http;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 server (RFC 9110, RFC 9112) with the API of the JDK's own one: strict, bounded by
 * {@link HttpLimits}, a virtual thread per connection, and able to upgrade ({@link Upgrades}); what
 * was upgraded and is silent waits on an event loop instead.
 *
 * <p>Differences from the JDK's server: a context takes its own path and what is below it after a
 * slash; an exchange ends when its handler returns, so it cannot be completed later by another
 * thread; attributes belong to one exchange; executors and authenticators are not supported.
 *
 * <p>Handlers run on virtual threads. As many of them as the scheduler has carriers can block in
 * native calls or compute before every connection stalls, so a program sets the system property
 * {@code jdk.virtualThreadScheduler.parallelism} to max(8, 4 x cores) before it starts its first
 * virtual thread, and keeps long computations and file I/O on a bounded pool of platform threads.
 *
 * <p>Thread-safe.
 */
public final class ThreadHttpServer extends HttpServer {
    private static final Duration LAST_ACCEPT = Duration.ofSeconds(5);

    private static final Duration WATCHDOG_INTERVAL = Duration.ofMillis(250);

    /**
     * Event loops. Two on two cores answer up to a quarter less per second of CPU than one, because
     * each wakes up for fewer messages at a time.
     */
    private static final int LOOPS =
            Math.clamp(Runtime.getRuntime().availableProcessors() / 4, 1, 4);

    private final ServerRuntime runtime;
    private final Watchdog watchdog;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ServerSocketChannel listener;
    private @Nullable Thread accepting;
    private @Nullable InetSocketAddress boundTo;
    private boolean started;
    private boolean stopped;

    private ThreadHttpServer(
            HttpLimits limits,
            Optional<TlsIdentity> tls,
            InstantSource clock,
            Duration watchdogInterval) {
        ConnectionRegistry connections = new ConnectionRegistry(limits.connections().max());
        runtime =
                new ServerRuntime(
                        limits,
                        new ContextTable(),
                        connections,
                        new ServerCounters(),
                        new HttpDate(clock),
                        tls,
                        new EventLoops("http-loop", LOOPS),
                        new ServerContext(this, "/", Fallback::answer));
        watchdog = new Watchdog(connections.open(), watchdogInterval);
    }

    /**
     * A server that is bound but not started.
     *
     * @param address port 0 for any free one, see {@link #getAddress}
     */
    public static ThreadHttpServer create(InetSocketAddress address, HttpLimits limits)
            throws IOException {
        return create(address, limits, Optional.empty());
    }

    /** As {@link #create(InetSocketAddress, HttpLimits)}, with TLS when {@code tls} is there. */
    public static ThreadHttpServer create(
            InetSocketAddress address, HttpLimits limits, Optional<TlsIdentity> tls)
            throws IOException {
        return create(address, limits, tls, InstantSource.system(), WATCHDOG_INTERVAL);
    }

    static ThreadHttpServer create(
            InetSocketAddress address,
            HttpLimits limits,
            Optional<TlsIdentity> tls,
            InstantSource clock,
            Duration watchdogInterval)
            throws IOException {
        ThreadHttpServer server = new ThreadHttpServer(limits, tls, clock, watchdogInterval);
        server.bind(address, 0);
        return server;
    }

    /**
     * @param backlog of the listening socket; that of the limits when it is not positive
     */
    @Override
    public void bind(InetSocketAddress address, int backlog) throws IOException {
        Objects.requireNonNull(address, "address");
        lock.lock();
        try {
            if (listener != null) {
                throw new BindException("the server is bound already");
            }
            ServerSocketChannel socket = ServerSocketChannel.open();
            try {
                socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                int wanted = backlog > 0 ? backlog : runtime.limits().connections().backlog();
                socket.bind(address, wanted);
                boundTo = (InetSocketAddress) socket.getLocalAddress();
            } catch (IOException failure) {
                socket.close();
                throw new IOException("cannot listen on " + address, failure);
            }
            listener = socket;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void start() {
        lock.lock();
        try {
            if (listener == null || started || stopped) {
                throw new IllegalStateException("the server is not bound, or was started already");
            }
            started = true;
            runtime.loops().start();
            watchdog.start();
            accepting = new Acceptor(listener, runtime).start();
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #stop(Duration)}. */
    @Override
    public void stop(int delaySeconds) {
        stop(Duration.ofSeconds(delaySeconds));
    }

    /**
     * Stops accepting, closes idle connections, lets running exchanges finish (their answer says
     * {@code Connection: close}), tells upgraded connections to end at the drain rate, and resets
     * what is left at the deadline. Returns when no connection is open. Not to be called by a
     * handler, which would wait for itself.
     */
    public void stop(Duration limit) {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("a negative time to stop");
        }
        @Nullable Thread accepts;
        lock.lock();
        try {
            if (stopped) {
                return;
            }
            stopped = true;
            closeListener();
            accepts = accepting;
        } finally {
            lock.unlock();
        }
        awaitEnd(accepts);
        new GracefulStop(
                        runtime.connections(),
                        runtime.limits().connections().drainPerSecond(),
                        limit)
                .run();
        runtime.loops().end();
        watchdog.end();
    }

    /**
     * Until the thread has left its system call, the kernel lets peers in, although the socket is
     * closed; and what it accepted last has to be among the connections that are told.
     */
    private static void awaitEnd(@Nullable Thread accepts) {
        if (accepts == null) {
            return;
        }
        try {
            if (!accepts.join(LAST_ACCEPT)) {
                System.getLogger(ThreadHttpServer.class.getName())
                        .log(System.Logger.Level.WARNING, "the server goes on accepting");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeListener() {
        if (listener != null) {
            try {
                listener.close();
            } catch (IOException notClean) {
                System.getLogger(ThreadHttpServer.class.getName())
                        .log(System.Logger.Level.WARNING, "closing the listener failed", notClean);
            }
        }
    }

    /** Figures for metrics. */
    public ServerStats stats() {
        ServerCounters counters = runtime.counters();
        int upgraded =
                (int)
                        runtime.connections().open().stream()
                                .filter(HttpConnection::upgraded)
                                .count();
        return new ServerStats(
                runtime.connections().size(),
                upgraded,
                counters.accepted.sum(),
                counters.refused.sum(),
                counters.requests.sum(),
                counters.badRequests.sum(),
                counters.failedHandshakes.sum(),
                counters.arrivals.onLoop().sum(),
                counters.arrivals.onThread().sum(),
                counters.refusedRequests());
    }

    /** Not supported: the thread of a connection is part of the design. */
    @Override
    public void setExecutor(@Nullable Executor executor) {
        throw new UnsupportedOperationException("every connection has a virtual thread");
    }

    @Override
    public @Nullable Executor getExecutor() {
        return null;
    }

    @Override
    public HttpContext createContext(String path, HttpHandler handler) {
        return add(new ServerContext(this, path, Objects.requireNonNull(handler, "handler")));
    }

    @Override
    public HttpContext createContext(String path) {
        return add(new ServerContext(this, path, null));
    }

    private HttpContext add(ServerContext context) {
        runtime.contexts().add(context);
        return context;
    }

    @Override
    public void removeContext(String path) {
        if (!runtime.contexts().remove(path)) {
            throw new IllegalArgumentException("there is no context for " + path);
        }
    }

    @Override
    public void removeContext(HttpContext context) {
        removeContext(context.getPath());
    }

    /** The address it listens on, with the real port. */
    @Override
    public InetSocketAddress getAddress() {
        lock.lock();
        try {
            if (boundTo == null) {
                throw new IllegalStateException("the server is not bound");
            }
            return boundTo;
        } finally {
            lock.unlock();
        }
    }
}
