package dev.myriarch.gitops;

import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.domain.AttributeView;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An agent as it might report itself, for checks.
 *
 * @param labels as if from an enrollment token
 * @param components what its collector contains; empty when that is not checked
 */
public record SampleAgent(
        ObjectMeta meta,
        Map<String, String> attributes,
        Map<String, String> labels,
        Optional<ComponentSet> components,
        Optional<String> collectorVersion)
        implements RepositoryObject {
    public SampleAgent {
        Objects.requireNonNull(meta, "meta");
        attributes = Map.copyOf(attributes);
        labels = Map.copyOf(labels);
    }

    /** The attribute view before the inventory is applied. */
    public Map<String, String> attributeView() {
        return AttributeView.of(attributes, Map.of(), labels);
    }
}
