package dev.myriarch.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpHandler;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** Serves the requests of one connection, one after the other, on its virtual thread. */
final class ConnectionLoop implements Runnable {
    private static final System.Logger LOG = System.getLogger(ConnectionLoop.class.getName());
    private static final Duration LINGER = Duration.ofSeconds(3);
    private static final long LINGER_BYTES = 64L << 20;

    private final HttpConnection connection;
    private final ServerRuntime runtime;
    private final InputBuffer input;
    private boolean handedOver;

    /** What becomes of the connection after a request. */
    private enum Next {
        REQUEST,
        CLOSE,
        GONE,
        UPGRADED
    }

    ConnectionLoop(HttpConnection connection, ServerRuntime runtime) {
        this.connection = connection;
        this.runtime = runtime;
        input = new InputBuffer(connection);
    }

    @Override
    public void run() {
        try {
            if (opened()) {
                serve();
            }
        } catch (IOException peerGone) {
            LOG.log(System.Logger.Level.DEBUG, "a connection ended: {0}", peerGone.getMessage());
        } catch (RuntimeException bug) {
            LOG.log(System.Logger.Level.ERROR, "serving a connection failed", bug);
        } finally {
            if (!handedOver) {
                connection.close();
                runtime.connections().remove(connection);
            }
        }
    }

    private boolean opened() {
        if (runtime.tls().isEmpty()) {
            return true;
        }
        // As if idle: whoever stops the server does not wait for a handshake.
        connection.idle(true);
        if (runtime.connections().stopping()) {
            runtime.counters().failedHandshakes.increment();
            return false;
        }
        try {
            connection.open(runtime.tls().get().handshakeLimit());
            return !runtime.connections().stopping();
        } catch (IOException failure) {
            runtime.counters().failedHandshakes.increment();
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "no TLS with {0}: {1}",
                    connection.transport().remoteAddress(),
                    failure.getMessage());
            return false;
        } finally {
            connection.idle(false);
        }
    }

    private void serve() throws IOException {
        Next next = Next.REQUEST;
        for (int count = 0; next == Next.REQUEST; count++) {
            try {
                Optional<RequestHead> head = nextHead(count == 0);
                if (head.isEmpty()) {
                    return;
                }
                runtime.counters().requests.increment();
                next = handle(head.get());
            } catch (RequestFailure failure) {
                runtime.counters().badRequests.increment();
                runtime.counters().refused(failure.status());
                LOG.log(
                        System.Logger.Level.DEBUG,
                        "refused a request of {0} with {1}: {2}",
                        connection.transport().remoteAddress(),
                        failure.status(),
                        failure.reason());
                answer(failure.status(), failure.reason());
                next = Next.CLOSE;
            }
        }
        if (next == Next.CLOSE) {
            closeGently();
        }
    }

    /** Empty when the connection ends before another request. */
    private Optional<RequestHead> nextHead(boolean first) throws IOException {
        input.readFrom(connection);
        if (first) {
            connection.readDeadline(runtime.limits().head().readTimeout());
        }
        if (input.buffered() == 0 && !awaitRequest(first)) {
            return Optional.empty();
        }
        if (!first) {
            connection.readDeadline(runtime.limits().head().readTimeout());
        }
        try {
            RequestHead head = HeadParser.parse(input, runtime.limits());
            connection.readDeadline(Duration.ZERO);
            requireNotExpired();
            return Optional.of(head);
        } catch (EOFException ended) {
            requireNotExpired();
            return Optional.empty();
        }
    }

    private boolean awaitRequest(boolean first) throws IOException {
        if (!first) {
            input.release();
            connection.readDeadline(runtime.limits().connections().idleTimeout());
        }
        connection.idle(true);
        // Checked after the flag is up: whoever stops the server sets its flag first, then looks.
        boolean there = !runtime.connections().stopping() && input.peek() >= 0;
        connection.idle(false);
        return there;
    }

    private void requireNotExpired() throws RequestFailure {
        if (connection.expired()) {
            throw new RequestFailure(408, "the request head came too slowly");
        }
    }

    private Next handle(RequestHead head) throws IOException {
        if (head.hasBody()) {
            input.readFrom(new BodyBudget(connection, runtime.limits().body()));
        }
        ServerContext context =
                runtime.contexts()
                        .find(head.target().uri().getRawPath())
                        .orElse(runtime.fallback());
        ServerExchange exchange = new ServerExchange(head, context, connection, input, runtime);
        runHandler(exchange, context);
        if (exchange.upgrade().isPresent()) {
            handOver(exchange.upgrade().get());
            return Next.UPGRADED;
        }
        exchange.close();
        if (!exchange.output().complete()) {
            connection.abort();
            return Next.GONE;
        }
        if (exchange.closeAfter()) {
            return Next.CLOSE;
        }
        return dropBody(exchange.requestBody());
    }

    private static Next dropBody(RequestBody body) throws IOException {
        try {
            body.readAllRest();
            return Next.REQUEST;
        } catch (RequestFailure tooSlow) {
            // The answer is out; a second one would be taken for that of the next request.
            return Next.CLOSE;
        }
    }

    private void runHandler(ServerExchange exchange, ServerContext context) throws IOException {
        try {
            HttpHandler handler = context.getHandler();
            if (handler == null) {
                handler = Fallback::answer;
            }
            new Filter.Chain(context.getFilters(), handler).doFilter(exchange);
        } catch (RequestFailure failure) {
            if (exchange.headersSent()) {
                throw new IOException("the request failed after its answer began", failure);
            }
            throw failure;
        } catch (IOException | RuntimeException | StackOverflowError failure) {
            if (connection.broken()) {
                throw new IOException("the peer is gone", failure);
            }
            LOG.log(
                    System.Logger.Level.ERROR,
                    "the handler of " + context.getPath() + " failed",
                    failure);
            answerFailed(exchange);
            return;
        }
        if (!exchange.headersSent() && !exchange.abandoned()) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "the handler of {0} gave no answer",
                    context.getPath());
            answerFailed(exchange);
        }
    }

    /** 500 where that is still possible; an answer that began stays incomplete and is cut off. */
    private static void answerFailed(ServerExchange exchange) throws IOException {
        if (!exchange.headersSent()) {
            exchange.getResponseHeaders().clear();
            Fallback.text(exchange, 500, "the request could not be served");
        } else {
            exchange.abandon();
        }
    }

    private void handOver(UpgradeHandler handler) {
        runtime.counters().upgrades.increment();
        connection.markUpgraded();
        handedOver = true;
        // A fresh thread: the stack of this one still holds the request and its handler.
        new UpgradedTurns(
                        connection,
                        new UpgradedBytes(connection, input.takeBuffered()),
                        runtime.connections(),
                        runtime.counters().arrivals)
                .begin(runtime.loops(), handler);
    }

    /** Answers a request that has no exchange, because its head was not understood. */
    private void answer(int status, String reason) throws IOException {
        connection.readDeadline(Duration.ZERO);
        byte[] body = (reason + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] head =
                new ResponseHead(status)
                        .field("Date", runtime.date().text())
                        .field("Content-Type", "text/plain; charset=utf-8")
                        .field("Content-Length", Integer.toString(body.length))
                        .field("Connection", "close")
                        .bytes();
        byte[] all = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        connection.write(all, 0, all.length, runtime.limits().connections().writeTimeout());
    }

    /**
     * Half-closes, then reads what the peer still sends: closing with unread bytes sends a reset,
     * which can overtake the answer.
     */
    private void closeGently() throws IOException {
        connection.shutdownOutput();
        input.takeBuffered();
        input.readFrom(connection);
        connection.readDeadline(LINGER);
        byte[] dropped = new byte[8192];
        long total = 0;
        int count = 0;
        while (count >= 0 && total < LINGER_BYTES) {
            count = input.read(dropped, 0, dropped.length);
            total += Math.max(0, count);
        }
    }
}
