package dev.myriarch.blueprint;

import dev.myriarch.base.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * What was rendered last. Agents that differ in nothing that a template looks at have the same
 * tree, and that is checked and written once. Thread-safe and bounded.
 */
final class RenderMemory {
    private static final int MOST = 64;

    /** Larger ones are few, and their trees take many times as much memory. */
    private static final int MOST_BYTES = 1 << 16;

    private final ReentrantLock lock = new ReentrantLock();

    /** The one that was used last is the last one. */
    private final Map<Key, RenderResult> results = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Everything that a result depends on. The layers stand for the merged tree, and so for where
     * everything is written.
     *
     * @param tree without templates
     * @param findings of the steps before
     */
    record Key(
            Chain chain,
            List<String> layers,
            Map<String, ParameterValue.Source> sources,
            Value tree,
            Optional<ComponentSet> components,
            Optional<String> collectorVersion,
            List<Finding> findings) {
        Key {
            layers = List.copyOf(layers);
            sources = Map.copyOf(sources);
            findings = List.copyOf(findings);
        }

        /** The tree says nearly everything, and a chain is a large thing to go through. */
        @Override
        public int hashCode() {
            return tree.hashCode();
        }
    }

    RenderResult find(Key key, Supplier<RenderResult> render) {
        Optional<RenderResult> known = known(key);
        return known.isPresent() ? known.get() : keep(key, render.get());
    }

    private Optional<RenderResult> known(Key key) {
        lock.lock();
        try {
            return Optional.ofNullable(results.get(key));
        } finally {
            lock.unlock();
        }
    }

    private RenderResult keep(Key key, RenderResult result) {
        if (result instanceof RenderResult.Rendered rendered
                && rendered.body().length > MOST_BYTES) {
            return result;
        }
        lock.lock();
        try {
            results.put(key, result);
            if (results.size() > MOST) {
                results.remove(results.keySet().iterator().next());
            }
            return result;
        } finally {
            lock.unlock();
        }
    }
}
