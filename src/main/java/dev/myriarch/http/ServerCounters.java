package dev.myriarch.http;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters of a server since its start. Thread-safe. */
final class ServerCounters {
    final LongAdder accepted = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder requests = new LongAdder();
    final LongAdder badRequests = new LongAdder();
    final LongAdder failedHandshakes = new LongAdder();
    final LongAdder upgrades = new LongAdder();
    final UpgradedTurns.Counts arrivals =
            new UpgradedTurns.Counts(new LongAdder(), new LongAdder());

    /** Requests that the server refused itself, by status, of which there are a dozen. */
    private final Map<Integer, LongAdder> refusedRequests = new ConcurrentHashMap<>();

    void refused(int status) {
        refusedRequests.computeIfAbsent(status, _ -> new LongAdder()).increment();
    }

    Map<Integer, Long> refusedRequests() {
        Map<Integer, Long> refused = new TreeMap<>();
        refusedRequests.forEach((status, count) -> refused.put(status, count.sum()));
        return refused;
    }
}
