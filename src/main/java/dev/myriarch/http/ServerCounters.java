package dev.myriarch.http;

import java.util.concurrent.atomic.LongAdder;

/** Counters of a server since its start. Thread-safe. */
final class ServerCounters {
    final LongAdder accepted = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder requests = new LongAdder();
    final LongAdder badRequests = new LongAdder();
    final LongAdder failedHandshakes = new LongAdder();
    final LongAdder upgrades = new LongAdder();
}
