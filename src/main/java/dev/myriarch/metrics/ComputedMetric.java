package dev.myriarch.metrics;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A metric whose values are read at each exposition; one that fails is left out. */
record ComputedMetric(MetricRegistry.Definition definition, Supplier<Map<String, Double>> values)
        implements Metric {
    private static final Logger LOG = System.getLogger(ComputedMetric.class.getName());

    @Override
    public List<Sample> samples() {
        try {
            List<Sample> samples = new ArrayList<>();
            boolean labelled = !definition.labels().isEmpty();
            new TreeMap<>(values.get())
                    .forEach((label, value) ->
                            samples.add(Sample.of(labelled ? List.of(label) : List.of(), value)));
            return samples;
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "cannot read metric " + definition.name(), e);
            return List.of();
        }
    }
}
