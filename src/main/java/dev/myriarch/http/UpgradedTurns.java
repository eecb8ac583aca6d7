package dev.myriarch.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;

/**
 * Runs the protocol of an upgraded connection, a turn on a virtual thread and then, while the
 * protocol rests, on an event loop; and so on until it ends. Closes the connection afterwards.
 */
final class UpgradedTurns implements LoopGuest {
    private static final System.Logger LOG = System.getLogger(UpgradedTurns.class.getName());

    private final HttpConnection connection;
    private final ConnectionRegistry connections;
    private final Counts counts;
    private final UpgradedBytes bytes;

    /**
     * How often something arrived while a connection rested.
     *
     * @param onLoop after which it went on resting
     * @param onThread after which a virtual thread went on
     */
    record Counts(LongAdder onLoop, LongAdder onThread) {}

    UpgradedTurns(
            HttpConnection connection,
            UpgradedBytes bytes,
            ConnectionRegistry connections,
            Counts counts) {
        this.connection = connection;
        this.connections = connections;
        this.counts = counts;
        this.bytes = bytes;
    }

    /** Starts the first turn, with a dead connection when it cannot join a loop. */
    void begin(EventLoops loops, UpgradeHandler handler) {
        try {
            connection.transport().join(loops.next(), this);
        } catch (IOException closed) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "an upgraded connection joined no event loop: {0}",
                    closed.getMessage());
            connection.abort();
        }
        start(() -> handler.run(bytes));
    }

    /** A turn on a virtual thread. */
    @FunctionalInterface
    private interface Turn {
        void run() throws IOException;
    }

    private void start(Turn turn) {
        Thread.ofVirtual().inheritInheritableThreadLocals(false).start(() -> run(turn));
    }

    private void run(Turn turn) {
        boolean rests = false;
        try {
            turn.run();
            rests = bytes.restAsked();
        } catch (IOException peerGone) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "an upgraded connection ended: {0}",
                    peerGone.getMessage());
        } catch (RuntimeException failure) {
            LOG.log(System.Logger.Level.ERROR, "an upgraded connection failed", failure);
        } finally {
            if (rests) {
                bytes.listen();
                connection.transport().rest();
            } else {
                end();
            }
        }
    }

    private void end() {
        connection.close();
        connections.remove(connection);
    }

    @Override
    public boolean arrived(LoopBuffers buffers) {
        ByteBuffer arrived = buffers.arrived().clear();
        try {
            if (connection.readNow(arrived, buffers) < 0) {
                bytes.ended();
                return false;
            }
        } catch (IOException failure) {
            bytes.failed(failure);
            return false;
        }
        arrived.flip();
        boolean rests = !arrived.hasRemaining() || bytes.arrived(arrived, buffers);
        if (!rests || connection.transport().hasInput()) {
            return false;
        }
        counts.onLoop().increment();
        bytes.listen();
        return true;
    }

    @Override
    public void handOver() {
        counts.onThread().increment();
        bytes.listened();
        try {
            start(bytes::resume);
        } catch (RuntimeException | Error noThread) {
            EventLoop.report("an upgraded connection got no thread", noThread);
            end();
        }
    }

    @Override
    public void drop() {
        connection.abort();
    }
}
