package dev.myriarch.metrics;

import dev.myriarch.base.GoFloat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * All metrics of a process. Thread-safe.
 *
 * <p>Names start with {@code myriarch_}; those of counters end with {@code _total}. A metric is
 * registered once, where its owner is built, and stays.
 */
public final class MetricRegistry {
    /** Media type of {@link #expose()}. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final Pattern NAME = Pattern.compile("myriarch_[a-z0-9]+(_[a-z0-9]+)*");
    private static final Pattern LABEL = Pattern.compile("[a-z][a-z0-9_]*");

    private final Map<String, Metric> metrics = new ConcurrentSkipListMap<>();

    /** Name, type, labels and help text of a metric, for the reference page. */
    public record Definition(String name, MetricType type, List<String> labels, String help) {
        public Definition {
            labels = List.copyOf(labels);
        }
    }

    /**
     * @param help one sentence
     * @param labels names of the labels; their values must come from a small set
     */
    public Counter counter(String name, String help, String... labels) {
        return add(new Counter(define(name, MetricType.COUNTER, help, labels)));
    }

    public Gauge gauge(String name, String help, String... labels) {
        return add(new Gauge(define(name, MetricType.GAUGE, help, labels)));
    }

    /** A gauge that is read when the metrics are asked for; {@code value} must not block. */
    public void gauge(String name, String help, DoubleSupplier value) {
        computed(
                name,
                MetricType.GAUGE,
                help,
                List.of(),
                () -> Map.of(List.of(), value.getAsDouble()));
    }

    /** A counter that something else keeps; it is read when the metrics are asked for. */
    public void counter(String name, String help, DoubleSupplier value) {
        computed(
                name,
                MetricType.COUNTER,
                help,
                List.of(),
                () -> Map.of(List.of(), value.getAsDouble()));
    }

    /**
     * Numbers that somebody else keeps, read when the metrics are asked for.
     *
     * @param type a counter when they only grow
     * @param values by the values of the labels; must not block
     */
    public void computed(
            String name,
            MetricType type,
            String help,
            List<String> labels,
            Supplier<Map<List<String>, Double>> values) {
        add(new ComputedMetric(define(name, type, help, labels.toArray(String[]::new)), values));
    }

    /**
     * @param bounds upper bounds of the buckets, ascending; the one without bound is added
     */
    public Histogram histogram(String name, String help, List<Double> bounds, String... labels) {
        return add(new Histogram(define(name, MetricType.HISTOGRAM, help, labels), bounds));
    }

    private static Definition define(String name, MetricType type, String help, String... labels) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of a metric is myriarch_ and lower-case words: " + name);
        }
        if (name.endsWith("_total") != (type == MetricType.COUNTER)) {
            throw new IllegalArgumentException("the name of a counter ends with _total: " + name);
        }
        for (String label : labels) {
            if (!LABEL.matcher(label).matches() || label.equals("le")) {
                throw new IllegalArgumentException("not a name of a label: " + label);
            }
        }
        if (help.isBlank()) {
            throw new IllegalArgumentException("metric " + name + " needs a help text");
        }
        return new Definition(name, type, List.of(labels), help);
    }

    private <M extends Metric> M add(M metric) {
        String name = metric.definition().name();
        if (metrics.putIfAbsent(name, metric) != null) {
            throw new IllegalStateException("metric " + name + " is registered already");
        }
        return metric;
    }

    /** Every metric, by name. */
    public List<Definition> definitions() {
        return metrics.values().stream().map(Metric::definition).toList();
    }

    /** All samples in the Prometheus text format. */
    public String expose() {
        StringBuilder text = new StringBuilder();
        for (Metric metric : metrics.values()) {
            Definition definition = metric.definition();
            text.append("# HELP ")
                    .append(definition.name())
                    .append(' ')
                    .append(escape(definition.help(), false))
                    .append("\n# TYPE ")
                    .append(definition.name())
                    .append(' ')
                    .append(definition.type().text())
                    .append('\n');
            metric.samples().forEach(sample -> append(text, definition, sample));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Definition definition, Metric.Sample sample) {
        text.append(definition.name()).append(sample.suffix());
        String separator = "{";
        for (int at = 0; at < sample.labels().size(); at++) {
            appendLabel(text, separator, definition.labels().get(at), sample.labels().get(at));
            separator = ",";
        }
        if (sample.bound().isPresent()) {
            appendLabel(text, separator, "le", sample.bound().get());
            separator = ",";
        }
        if (separator.equals(",")) {
            text.append('}');
        }
        text.append(' ').append(GoFloat.shortest(sample.value())).append('\n');
    }

    private static void appendLabel(
            StringBuilder text, String separator, String name, String value) {
        text.append(separator).append(name).append("=\"").append(escape(value, true)).append('"');
    }

    private static String escape(String text, boolean quotes) {
        String escaped = text.replace("\\", "\\\\").replace("\n", "\\n");
        return quotes ? escaped.replace("\"", "\\\"") : escaped;
    }
}
