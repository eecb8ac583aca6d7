package dev.myriarch.http;

/** A connection that we opened and that has left HTTP. Either {@link #start} or {@link #drop}. */
public final class ClientConnection {
    private final HttpConnection connection;
    private final ConnectionRegistry connections;
    private final UpgradedBytes bytes;

    ClientConnection(HttpConnection connection, byte[] buffered, ConnectionRegistry connections) {
        this.connection = connection;
        this.connections = connections;
        bytes = new UpgradedBytes(connection, buffered);
    }

    /** The bytes, including those that came right after the answer. */
    public UpgradedConnection bytes() {
        return bytes;
    }

    /** Runs {@code handler} on a virtual thread; the connection is closed when it returns. */
    public void start(UpgradeHandler handler) {
        Thread.ofVirtual()
                .inheritInheritableThreadLocals(false)
                .start(new UpgradedLoop(connection, bytes, connections, handler));
    }

    /** Ends it at once. */
    public void drop() {
        connection.abort();
        connections.remove(connection);
    }
}
