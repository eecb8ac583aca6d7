package dev.myriarch.db;

import java.time.Duration;
import java.util.Objects;

/**
 * Bounds of a {@link PooledDatabase}.
 *
 * @param maxConnections 1 to 1000
 * @param acquireTimeout how long a statement waits for a free connection
 * @param statementTimeout after which the server cancels a statement
 * @param applicationName what the server shows of the sessions
 */
public record PoolOptions(
        int maxConnections,
        Duration acquireTimeout,
        Duration statementTimeout,
        String applicationName) {
    public static final PoolOptions DEFAULT =
            new PoolOptions(20, Duration.ofSeconds(5), Duration.ofSeconds(30), "myriarchd");

    public PoolOptions {
        Objects.requireNonNull(applicationName, "applicationName");
        if (maxConnections < 1 || maxConnections > 1000) {
            throw new IllegalArgumentException("maxConnections must be 1 to 1000");
        }
        if (!acquireTimeout.isPositive() || !statementTimeout.isPositive()) {
            throw new IllegalArgumentException("timeouts must be positive");
        }
    }
}
