package dev.myriarch.blueprint;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The layers of a blueprint from root to leaf and the parameters that hold for it.
 *
 * @param parameters in the order of their first declaration; the last declaration counts
 */
public record Chain(List<Blueprint> layers, Map<String, Parameter> parameters) {
    public Chain {
        layers = List.copyOf(layers);
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** The blueprint that the fleet names. */
    public Blueprint leaf() {
        return layers.getLast();
    }
}
