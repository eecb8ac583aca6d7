package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.Map;
import java.util.Objects;

/**
 * What a template sees as {@code .} and through its functions. Immutable.
 *
 * @param params the resolved parameters, {@code .params}
 * @param agentId {@code .agent.id}; empty for hypothetical agents
 * @param attributes the attribute view, {@code .agent.attributes}
 * @param fleetName {@code .fleet.name}; empty where there is no fleet
 * @param fleetLabels {@code .fleet.labels}
 * @param blueprintName {@code .blueprint.name}, the leaf blueprint
 */
public record TemplateData(
        Value.Mapping params,
        String agentId,
        Map<String, String> attributes,
        String fleetName,
        Map<String, String> fleetLabels,
        String blueprintName) {
    public TemplateData {
        Objects.requireNonNull(params, "params");
        Objects.requireNonNull(agentId, "agentId");
        attributes = Map.copyOf(attributes);
        Objects.requireNonNull(fleetName, "fleetName");
        fleetLabels = Map.copyOf(fleetLabels);
        Objects.requireNonNull(blueprintName, "blueprintName");
    }
}
