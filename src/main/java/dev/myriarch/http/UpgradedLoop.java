package dev.myriarch.http;

import java.io.IOException;

/** Runs the protocol of an upgraded connection and closes it afterwards. */
final class UpgradedLoop implements Runnable {
    private static final System.Logger LOG = System.getLogger(UpgradedLoop.class.getName());

    private final HttpConnection connection;
    private final ServerRuntime runtime;
    private final UpgradeHandler handler;
    private final UpgradedBytes bytes;

    UpgradedLoop(
            HttpConnection connection,
            byte[] buffered,
            ServerRuntime runtime,
            UpgradeHandler handler) {
        this.connection = connection;
        this.runtime = runtime;
        this.handler = handler;
        bytes = new UpgradedBytes(connection, buffered);
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
            connection.transport().close();
            runtime.connections().remove(connection);
        }
    }
}
