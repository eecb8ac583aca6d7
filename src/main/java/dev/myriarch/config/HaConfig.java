package dev.myriarch.config;

import java.time.Duration;

/**
 * Section {@code ha}.
 *
 * @param replicaId empty: host name and a random part
 */
public record HaConfig(
        String replicaId,
        long leaderLockKey,
        Duration leaderSessionTimeout,
        Duration heartbeatInterval,
        Duration replicaTimeout) {
    static HaConfig decode(Section section) {
        return new HaConfig(
                section.text("replicaId", ""),
                section.number("leaderLockKey", 7_012_024, Long.MIN_VALUE, Long.MAX_VALUE),
                section.duration("leaderSessionTimeout", "30s", "10s", "10m"),
                section.duration("heartbeatInterval", "10s", "1s", "10s"),
                section.duration("replicaTimeout", "30s", "5s", "1h"));
    }
}
