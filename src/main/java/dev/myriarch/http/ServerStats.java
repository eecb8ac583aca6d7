package dev.myriarch.http;

import java.util.Map;

/**
 * Figures of a server; the counters only grow.
 *
 * @param openConnections now, upgraded ones included
 * @param upgradedConnections now
 * @param accepted connections since the start
 * @param refused connections closed at once because too many were open
 * @param requests request heads that were accepted
 * @param badRequests requests that were refused by the server itself
 * @param failedHandshakes connections that ended before TLS was established
 * @param loopArrivals times that something arrived on a resting connection and an event loop dealt
 *     with all of it
 * @param threadArrivals times that it was left to a virtual thread
 * @param refusedByStatus the {@code badRequests} by the status of the answer
 */
public record ServerStats(
        int openConnections,
        int upgradedConnections,
        long accepted,
        long refused,
        long requests,
        long badRequests,
        long failedHandshakes,
        long loopArrivals,
        long threadArrivals,
        Map<Integer, Long> refusedByStatus) {
    public ServerStats {
        refusedByStatus = Map.copyOf(refusedByStatus);
    }
}
