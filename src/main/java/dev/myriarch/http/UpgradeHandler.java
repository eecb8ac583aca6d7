package dev.myriarch.http;

import java.io.IOException;

/**
 * Runs the protocol after a 101 answer, on a virtual thread of its own that starts after the
 * handler of the exchange returned (so that nothing of the request stays on its stack). The
 * connection is closed when it returns, unless it rests ({@link UpgradedConnection#rest}).
 */
@FunctionalInterface
public interface UpgradeHandler {
    void run(UpgradedConnection connection) throws IOException;
}
