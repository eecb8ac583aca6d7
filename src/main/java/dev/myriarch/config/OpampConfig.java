package dev.myriarch.config;

import java.time.Duration;

/**
 * Section {@code opamp}; the groups stand side by side in the file.
 *
 * @param rebind an agent whose bound token was revoked moves to a valid one
 */
public record OpampConfig(
        String path, Admission admission, Messages messages, Timing timing, boolean rebind) {

    /**
     * Who may connect, and how many.
     *
     * @param clientCertHeader header of a trusted proxy with the forwarded certificate (PEM, URL
     *     encoded); empty: none
     * @param connectRateLimit authenticated connections per second, burst twice that
     * @param connectRatePerIp per client key and second, burst twice that
     * @param maxConnectionsPerToken 0: no limit
     */
    public record Admission(
            boolean requireEnrollmentToken,
            boolean requireClientCert,
            String clientCertHeader,
            int maxConnectionsPerReplica,
            int connectRateLimit,
            int connectRatePerIp,
            int maxConnectionsPerToken) {}

    /** What is read and sent. */
    public record Messages(
            int maxMessageBytes,
            int maxEffectiveConfigBytes,
            boolean compression,
            boolean acknowledgeCompression) {}

    /**
     * @param heartbeatInterval what the server expects of agents
     * @param staleApplyingAfter zero: off
     * @param drainRate connections closed per second at shutdown
     */
    public record Timing(
            Duration heartbeatInterval,
            Duration offlineAfter,
            Duration lastSeenFlushInterval,
            Duration sendTimeout,
            Duration staleApplyingAfter,
            int drainRate) {}

    static OpampConfig decode(Section section) {
        return new OpampConfig(
                section.text("path", "/v1/opamp"),
                admission(section),
                messages(section),
                timing(section),
                section.bool("rebind", false));
    }

    private static Admission admission(Section section) {
        return new Admission(
                section.bool("requireEnrollmentToken", true),
                section.bool("requireClientCert", false),
                section.text("clientCertHeader", ""),
                section.integer("maxConnectionsPerReplica", 10_000, 1, 1_000_000),
                section.integer("connectRateLimit", 200, 1, 100_000),
                section.integer("connectRatePerIp", 20, 1, 100_000),
                section.integer("maxConnectionsPerToken", 0, 0, 1_000_000));
    }

    private static Messages messages(Section section) {
        return new Messages(
                section.integer("maxMessageBytes", 4 << 20, 64 << 10, 64 << 20),
                section.integer("maxEffectiveConfigBytes", 1 << 20, 16 << 10, 64 << 20),
                section.bool("compression", false),
                section.bool("acknowledgeCompression", false));
    }

    private static Timing timing(Section section) {
        return new Timing(
                section.duration("heartbeatInterval", "30s", "1s", "1h"),
                section.duration("offlineAfter", "90s", "2s", "24h"),
                section.duration("lastSeenFlushInterval", "15s", "1s", "10m"),
                section.duration("sendTimeout", "10s", "1s", "5m"),
                section.duration("staleApplyingAfter", "90s", "0s", "24h"),
                section.integer("drainRate", 100, 1, 100_000));
    }
}
