package dev.myriarch.metrics;

import java.util.Locale;

/** The kinds of metrics of the text format that are used here. */
public enum MetricType {
    COUNTER,
    GAUGE,
    HISTOGRAM;

    /** As the exposition writes it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
