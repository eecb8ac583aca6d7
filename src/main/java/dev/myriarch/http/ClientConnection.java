package dev.myriarch.http;

import java.util.concurrent.atomic.LongAdder;

/** A connection that we opened and that has left HTTP. Either {@link #start} or {@link #drop}. */
public final class ClientConnection {
    private final HttpConnection connection;
    private final ConnectionRegistry connections;
    private final EventLoops loops;
    private final UpgradedBytes bytes;

    ClientConnection(
            HttpConnection connection,
            byte[] buffered,
            ConnectionRegistry connections,
            EventLoops loops) {
        this.connection = connection;
        this.connections = connections;
        this.loops = loops;
        bytes = new UpgradedBytes(connection, buffered);
    }

    /** The bytes, including those that came right after the answer. */
    public UpgradedConnection bytes() {
        return bytes;
    }

    /** Runs {@code handler} on a virtual thread; the connection is closed when it returns. */
    public void start(UpgradeHandler handler) {
        UpgradedTurns.Counts counts = new UpgradedTurns.Counts(new LongAdder(), new LongAdder());
        new UpgradedTurns(connection, bytes, connections, counts).begin(loops, handler);
    }

    /** Ends it at once. */
    public void drop() {
        connection.abort();
        connections.remove(connection);
    }
}
