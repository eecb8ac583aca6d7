package dev.myriarch.app;

import dev.myriarch.assignment.AssignmentDecider;
import dev.myriarch.metrics.Counter;
import dev.myriarch.metrics.MetricRegistry;
import java.util.Locale;

/** Counts what evaluations of agents come to. Thread-safe. */
final class AssignmentMetrics {
    private final Counter evaluations;

    AssignmentMetrics(MetricRegistry metrics) {
        evaluations =
                metrics.counter(
                        "myriarch_assignments_total",
                        "Evaluations of agents by result (assigned, unassigned, ambiguous,"
                                + " bridge_locked, render_error).",
                        "result");
    }

    void evaluated(AssignmentDecider.Result result) {
        evaluations.increment(result.name().toLowerCase(Locale.ROOT));
    }
}
