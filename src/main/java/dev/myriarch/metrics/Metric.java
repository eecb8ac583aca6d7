package dev.myriarch.metrics;

import java.util.List;
import java.util.Optional;

/** What a registry holds. */
sealed interface Metric permits Counter, Gauge, ComputedMetric, Histogram {
    MetricRegistry.Definition definition();

    List<Sample> samples();

    /**
     * One line of the exposition.
     *
     * @param suffix appended to the name of the metric
     * @param bound value of the label {@code le}
     */
    record Sample(String suffix, List<String> labels, Optional<String> bound, double value) {
        static Sample of(List<String> labels, double value) {
            return new Sample("", labels, Optional.empty(), value);
        }
    }
}
