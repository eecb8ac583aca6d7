package dev.myriarch.metrics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The series of one metric by label values. Thread-safe. When there are {@link #MOST} of them, new
 * label values count for a series whose labels all are {@code other}, so no input can grow the
 * memory without bound (threads that race may pass the limit by one each).
 */
final class SeriesMap<S> {
    static final int MOST = 1000;
    private static final Comparator<List<String>> BY_LABELS =
            Comparator.comparing(labels -> String.join("\0", labels));

    private final Map<List<String>, S> series = new ConcurrentHashMap<>();
    private final int labelCount;
    private final Supplier<S> factory;

    SeriesMap(MetricRegistry.Definition definition, Supplier<S> factory) {
        this.labelCount = definition.labels().size();
        this.factory = factory;
        if (labelCount == 0) {
            // A metric without labels shows from the start, so a rate over it is never missing.
            series.put(List.of(), factory.get());
        }
    }

    S get(String... labels) {
        return get(List.of(labels));
    }

    S get(List<String> labels) {
        if (labels.size() != labelCount) {
            throw new IllegalArgumentException(
                    "%d label values are needed, not %d".formatted(labelCount, labels.size()));
        }
        S known = series.get(labels);
        if (known != null) {
            return known;
        }
        List<String> key = series.size() < MOST ? labels : Collections.nCopies(labelCount, "other");
        return series.computeIfAbsent(key, _ -> factory.get());
    }

    /** Drops the series that are not named. */
    void retain(Set<List<String>> labels) {
        series.keySet().retainAll(labels);
    }

    void forEachSorted(BiConsumer<List<String>, S> action) {
        List<List<String>> keys = new ArrayList<>(series.keySet());
        keys.sort(BY_LABELS);
        for (List<String> key : keys) {
            S one = series.get(key);
            if (one != null) {
                action.accept(key, one);
            }
        }
    }
}
