package dev.myriarch.metrics;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.DoubleSupplier;

/** A gauge whose value is read at each exposition; one that fails is left out. */
record ComputedGauge(MetricRegistry.Definition definition, DoubleSupplier value) implements Metric {
    private static final Logger LOG = System.getLogger(ComputedGauge.class.getName());

    @Override
    public List<Sample> samples() {
        try {
            return List.of(Sample.of(List.of(), value.getAsDouble()));
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "cannot read metric " + definition.name(), e);
            return List.of();
        }
    }
}
