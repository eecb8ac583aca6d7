package dev.myriarch.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;

/** A number that only grows, per label values. Thread-safe. */
public final class Counter implements Metric {
    private final MetricRegistry.Definition definition;
    private final SeriesMap<DoubleAdder> series;

    Counter(MetricRegistry.Definition definition) {
        this.definition = definition;
        this.series = new SeriesMap<>(definition, DoubleAdder::new);
    }

    public void increment(String... labels) {
        series.get(labels).add(1);
    }

    /**
     * @param amount not negative
     */
    public void add(double amount, String... labels) {
        if (!(amount >= 0)) {
            throw new IllegalArgumentException("a counter does not shrink");
        }
        series.get(labels).add(amount);
    }

    /** For tests and health pages. */
    public double value(String... labels) {
        return series.get(labels).sum();
    }

    @Override
    public MetricRegistry.Definition definition() {
        return definition;
    }

    @Override
    public List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        series.forEachSorted((labels, sum) -> samples.add(Sample.of(labels, sum.sum())));
        return samples;
    }
}
