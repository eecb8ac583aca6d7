package dev.myriarch.cluster.pg;

import dev.myriarch.metrics.Counter;
import dev.myriarch.metrics.MetricRegistry;

/**
 * What the bus counts.
 *
 * @param dropped by subscriber; {@code outbox} for what could not be sent
 * @param ignored by reason: {@code unknown_type} of a newer version, {@code malformed}
 */
record BusMetrics(Counter dropped, Counter ignored, Counter connects) {
    static BusMetrics in(MetricRegistry registry) {
        return new BusMetrics(
                registry.counter(
                        "myriarch_bus_dropped_total",
                        "Events that found the buffer of a subscriber full.",
                        "subscriber"),
                registry.counter(
                        "myriarch_bus_ignored_total",
                        "Notifications of other replicas that this one does not understand.",
                        "reason"),
                registry.counter(
                        "myriarch_bus_connects_total",
                        "Times the bus began to listen to the database."));
    }
}
