package dev.myriarch.metrics;

import dev.myriarch.base.GoFloat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** How observed values spread over buckets, per label values. Thread-safe. */
public final class Histogram implements Metric {
    /** Bounds in seconds for what a person waits for, 5 ms to 10 s. */
    public static final List<Double> SECONDS =
            List.of(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0);

    private static final double NANOS_PER_SECOND = 1e9;

    private final MetricRegistry.Definition definition;
    private final double[] bounds;
    private final SeriesMap<Buckets> series;

    /** One count more than there are bounds: the last takes what is above all. */
    private static final class Buckets {
        private final List<LongAdder> counts;
        private final DoubleAdder sum = new DoubleAdder();

        Buckets(int count) {
            counts = Stream.generate(LongAdder::new).limit(count).toList();
        }
    }

    Histogram(MetricRegistry.Definition definition, List<Double> bounds) {
        this.definition = definition;
        this.bounds = bounds.stream().mapToDouble(Double::doubleValue).toArray();
        for (int at = 1; at < this.bounds.length; at++) {
            if (!(this.bounds[at - 1] < this.bounds[at])) {
                throw new IllegalArgumentException("the bounds of a histogram ascend");
            }
        }
        this.series = new SeriesMap<>(definition, () -> new Buckets(this.bounds.length + 1));
    }

    public void observe(double value, String... labels) {
        Buckets buckets = series.get(labels);
        int at = 0;
        while (at < bounds.length && value > bounds[at]) {
            at++;
        }
        buckets.counts.get(at).increment();
        buckets.sum.add(value);
    }

    /** Observes a duration in seconds. */
    public void observe(Duration duration, String... labels) {
        observe(duration.toNanos() / NANOS_PER_SECOND, labels);
    }

    @Override
    public MetricRegistry.Definition definition() {
        return definition;
    }

    @Override
    public List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        series.forEachSorted((labels, buckets) -> {
            long count = 0;
            for (int at = 0; at <= bounds.length; at++) {
                count += buckets.counts.get(at).sum();
                String bound = at < bounds.length ? GoFloat.shortest(bounds[at]) : "+Inf";
                samples.add(new Sample("_bucket", labels, Optional.of(bound), count));
            }
            double sum = buckets.sum.sum();
            samples.add(new Sample("_sum", labels, Optional.empty(), sum));
            samples.add(new Sample("_count", labels, Optional.empty(), count));
        });
        return samples;
    }
}
