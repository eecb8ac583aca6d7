package dev.myriarch.app;

import dev.myriarch.gitops.SyncOutcome;
import dev.myriarch.metrics.Counter;
import dev.myriarch.metrics.Gauge;
import dev.myriarch.metrics.MetricRegistry;
import java.time.Instant;

/** Counts the syncs of the repository on the leader. Thread-safe. */
final class SyncMetrics {
    private final Counter syncs;
    private final Gauge lastRead;

    SyncMetrics(MetricRegistry metrics) {
        syncs =
                metrics.counter(
                        "myriarch_gitops_syncs_total",
                        "Syncs of the repository by result (applied, unchanged, invalid, failed).",
                        "result");
        lastRead =
                metrics.gauge(
                        "myriarch_gitops_last_read_timestamp_seconds",
                        "When this replica last read the repository, in seconds since 1970; 0 if"
                                + " never.");
    }

    void record(SyncOutcome outcome, Instant now) {
        String result =
                switch (outcome) {
                    case SyncOutcome.Applied _ -> "applied";
                    case SyncOutcome.Unchanged _ -> "unchanged";
                    case SyncOutcome.Invalid _ -> "invalid";
                    case SyncOutcome.Failed _ -> "failed";
                };
        syncs.increment(result);
        if (!(outcome instanceof SyncOutcome.Failed)) {
            lastRead.set((double) now.getEpochSecond());
        }
    }
}
