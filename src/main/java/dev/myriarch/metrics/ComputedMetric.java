package dev.myriarch.metrics;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Numbers that their owner keeps, read at each exposition; left out when that fails. */
record ComputedMetric(
        MetricRegistry.Definition definition, Supplier<Map<List<String>, Double>> values)
        implements Metric {
    private static final Logger LOG = System.getLogger(ComputedMetric.class.getName());

    @Override
    public List<Sample> samples() {
        try {
            Map<String, Sample> sorted = new TreeMap<>();
            values.get()
                    .forEach((labels, value) ->
                            sorted.put(String.join("\0", labels), Sample.of(labels, value)));
            return List.copyOf(sorted.values());
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "cannot read metric " + definition.name(), e);
            return List.of();
        }
    }
}
