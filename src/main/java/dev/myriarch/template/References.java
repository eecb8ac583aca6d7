package dev.myriarch.template;

import java.util.Set;

/**
 * What a template reads, as far as its text tells. Branches that a given evaluation does not take
 * count too.
 *
 * @param parameters names in {@code .params.x}, {@code param "x"} and {@code index .params "x"}
 * @param anyParameter whether it may read parameters that are not in {@code parameters}
 * @param attributes names in {@code attr "x"}, {@code attrOr}, {@code hasAttr} and {@code index
 *     .agent.attributes "x"}
 * @param anyAttribute whether it may read attributes that are not in {@code attributes}
 * @param agentId whether it may read the id of the agent
 */
public record References(
        Set<String> parameters,
        boolean anyParameter,
        Set<String> attributes,
        boolean anyAttribute,
        boolean agentId) {
    public References {
        parameters = Set.copyOf(parameters);
        attributes = Set.copyOf(attributes);
    }

    /** Whether two agents of one fleet may get different results from the same parameters. */
    public boolean dependsOnAgent() {
        return anyAttribute || agentId || !attributes.isEmpty();
    }
}
