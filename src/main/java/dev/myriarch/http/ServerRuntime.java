package dev.myriarch.http;

/**
 * What all connections of a server share.
 *
 * @param fallback for requests that no context takes
 */
record ServerRuntime(
        HttpLimits limits,
        ContextTable contexts,
        ConnectionRegistry connections,
        ServerCounters counters,
        HttpDate date,
        ServerContext fallback) {}
