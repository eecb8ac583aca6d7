package dev.myriarch.http;

import java.io.IOException;

/** Runs the protocol of an upgraded connection and closes it afterwards. */
final class UpgradedLoop implements Runnable {
    private static final System.Logger LOG = System.getLogger(UpgradedLoop.class.getName());

    private final HttpConnection connection;
    private final ConnectionRegistry connections;
    private final UpgradeHandler handler;
    private final UpgradedBytes bytes;

    UpgradedLoop(
            HttpConnection connection,
            UpgradedBytes bytes,
            ConnectionRegistry connections,
            UpgradeHandler handler) {
        this.connection = connection;
        this.connections = connections;
        this.handler = handler;
        this.bytes = bytes;
    }

    @Override
    public void run() {
        try {
            handler.run(bytes);
        } catch (IOException peerGone) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "an upgraded connection ended: {0}",
                    peerGone.getMessage());
        } catch (RuntimeException failure) {
            LOG.log(System.Logger.Level.ERROR, "an upgraded connection failed", failure);
        } finally {
            connection.close();
            connections.remove(connection);
        }
    }
}
