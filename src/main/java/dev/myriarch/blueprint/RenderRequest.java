package dev.myriarch.blueprint;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a rendering depends on besides the blueprints.
 *
 * @param blueprint name of the leaf
 * @param reference where the blueprint is named, for messages
 * @param overrides values that somebody typed in for a preview
 */
public record RenderRequest(
        String blueprint,
        Origin reference,
        FleetContext fleet,
        AgentContext agent,
        Map<String, ParameterValue> overrides) {
    public RenderRequest {
        Objects.requireNonNull(blueprint, "blueprint");
        overrides = Map.copyOf(overrides);
    }

    /** The fleet as templates and parameters see it; empty for a preview of a blueprint alone. */
    public record FleetContext(
            String name, Map<String, String> labels, Map<String, ParameterValue> parameters) {
        public static final FleetContext NONE = new FleetContext("", Map.of(), Map.of());

        public FleetContext {
            labels = Map.copyOf(labels);
            parameters = Map.copyOf(parameters);
        }
    }

    /**
     * The agent as templates and parameters see it.
     *
     * @param id instance UID, empty for a hypothetical agent
     * @param attributes the attribute view
     * @param parameters what matching inventory entries set
     * @param components what its collector contains, when it is known
     * @param collectorVersion the release of its collector, when it is known
     */
    public record AgentContext(
            String id,
            Map<String, String> attributes,
            Map<String, ParameterValue> parameters,
            Optional<ComponentSet> components,
            Optional<String> collectorVersion) {
        public AgentContext {
            attributes = Map.copyOf(attributes);
            parameters = Map.copyOf(parameters);
        }

        /** An agent whose collector's version is not known, so that settings are not checked. */
        public AgentContext(
                String id,
                Map<String, String> attributes,
                Map<String, ParameterValue> parameters,
                Optional<ComponentSet> components) {
            this(id, attributes, parameters, components, Optional.empty());
        }

        public AgentContext withCollectorVersion(Optional<String> version) {
            return new AgentContext(id, attributes, parameters, components, version);
        }
    }
}
