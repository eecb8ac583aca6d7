package dev.myriarch.gitops;

import dev.myriarch.blueprint.ParameterValue;
import dev.myriarch.domain.Selector;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What is known of agents besides what they report. */
public record Inventory(ObjectMeta meta, List<Entry> entries) implements RepositoryObject {
    public Inventory {
        Objects.requireNonNull(meta, "meta");
        entries = List.copyOf(entries);
    }

    /**
     * @param labels join the attribute view as {@code labels.<key>}
     * @param parameters values for parameters of the blueprint
     */
    public record Entry(
            String name,
            Selector selector,
            Map<String, String> labels,
            Map<String, ParameterValue> parameters) {
        public Entry {
            labels = Map.copyOf(labels);
            parameters = Map.copyOf(parameters);
        }
    }
}
