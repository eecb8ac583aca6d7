package dev.myriarch.agent;

import dev.myriarch.domain.DisconnectCause;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether and how an agent is connected.
 *
 * @param replica the replica that holds the connection, or held the last one
 * @param transport {@code websocket} or {@code http}
 * @param remoteAddress address without port
 */
public record Connection(
        boolean online,
        Optional<String> replica,
        Optional<String> transport,
        Optional<String> remoteAddress,
        Optional<Instant> connectedAt,
        Optional<Instant> disconnectedAt,
        Optional<DisconnectCause> cause,
        Optional<Instant> lastSeenAt) {}
