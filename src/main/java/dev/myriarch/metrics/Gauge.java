package dev.myriarch.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A number that goes up and down, per label values. Thread-safe. */
public final class Gauge implements Metric {
    private final MetricRegistry.Definition definition;
    private final SeriesMap<Cell> series;

    private static final class Cell {
        private double value;

        synchronized void set(double next) {
            value = next;
        }

        synchronized void add(double step) {
            value += step;
        }

        synchronized double get() {
            return value;
        }
    }

    Gauge(MetricRegistry.Definition definition) {
        this.definition = definition;
        this.series = new SeriesMap<>(definition, Cell::new);
    }

    public void set(double value, String... labels) {
        series.get(labels).set(value);
    }

    /** Adds {@code step}, which may be negative. */
    public void add(double step, String... labels) {
        series.get(labels).add(step);
    }

    public double value(String... labels) {
        return series.get(labels).get();
    }

    /** Sets these series and forgets all others, such as those of a fleet that is gone. */
    public void replaceAll(Map<List<String>, Double> values) {
        series.retain(values.keySet());
        values.forEach((labels, value) -> series.get(labels).set(value));
    }

    @Override
    public MetricRegistry.Definition definition() {
        return definition;
    }

    @Override
    public List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        series.forEachSorted((labels, cell) -> samples.add(Sample.of(labels, cell.get())));
        return samples;
    }
}
