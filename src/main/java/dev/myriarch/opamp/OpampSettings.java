package dev.myriarch.opamp;

import java.time.Duration;
import java.util.Objects;

/**
 * Settings of the OpAMP endpoint.
 *
 * @param replica id of this replica
 * @param offlineAfter silence after which an agent counts as lost
 * @param sendTimeout how long a peer may take to accept a message
 * @param staleApplyingAfter zero: the rule is off
 * @param drainRate connections closed per second at shutdown, at least 1
 * @param compression whether agents may compress their WebSocket messages
 * @param rebind an agent whose bound token was revoked or has expired moves to a valid one
 * @param certificateRequired whether agents need a verified client certificate, besides what they
 *     need anyway
 */
public record OpampSettings(
        String replica,
        Limits limits,
        Duration offlineAfter,
        Duration sendTimeout,
        Duration staleApplyingAfter,
        int drainRate,
        boolean compression,
        boolean rebind,
        boolean certificateRequired) {
    public OpampSettings {
        Objects.requireNonNull(replica, "replica");
        Objects.requireNonNull(limits, "limits");
        if (staleApplyingAfter.isNegative()) {
            throw new IllegalArgumentException("staleApplyingAfter is negative");
        }
        if (drainRate < 1) {
            throw new IllegalArgumentException("drainRate below 1");
        }
    }

    /**
     * Bounds of what agents may ask for.
     *
     * @param connectRate authenticated connections and polls per second, burst twice that
     * @param connectRatePerIp per client key and second, burst twice that
     * @param maxConnectionsPerToken 0: no limit
     * @param maxMessageBytes of a message, decompressed
     * @param maxEffectiveConfigBytes larger effective configurations are not stored
     */
    public record Limits(
            int maxConnections,
            int connectRate,
            int connectRatePerIp,
            int maxConnectionsPerToken,
            int maxMessageBytes,
            int maxEffectiveConfigBytes) {
        public Limits {
            if (maxConnections < 1 || connectRate < 1 || connectRatePerIp < 1) {
                throw new IllegalArgumentException("a limit of connections is below 1");
            }
            if (maxConnectionsPerToken < 0
                    || maxMessageBytes < 1024
                    || maxEffectiveConfigBytes < 0) {
                throw new IllegalArgumentException("a limit of bytes or tokens is out of range");
            }
        }

        public static Limits defaults() {
            return new Limits(10_000, 200, 20, 0, 4 << 20, 1 << 20);
        }
    }

    public static OpampSettings defaults(String replica) {
        return new OpampSettings(
                replica,
                Limits.defaults(),
                Duration.ofSeconds(90),
                Duration.ofSeconds(10),
                Duration.ofSeconds(90),
                100,
                false,
                false,
                false);
    }
}
