package dev.myriarch.http;

import java.util.Optional;

/**
 * What all connections of a server share.
 *
 * @param tls empty for a plain listener
 * @param loops of upgraded connections
 * @param fallback for requests that no context takes
 */
record ServerRuntime(
        HttpLimits limits,
        ContextTable contexts,
        ConnectionRegistry connections,
        ServerCounters counters,
        HttpDate date,
        Optional<TlsIdentity> tls,
        EventLoops loops,
        ServerContext fallback) {
    /** What speaks over an accepted connection. */
    Transport over(Transport raw) {
        return tls.isPresent() ? tls.get().over(raw) : raw;
    }
}
