package dev.myriarch.agent;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts per dimension; the counts of one dimension ignore the filter on itself.
 *
 * @param dimensions status, health, kind, version, fleet, configSync, osType, and the attributes
 *     site.type and site.country: values by count
 * @param total agents that match all filters
 */
public record AgentFacets(Map<String, List<Count>> dimensions, long total) {
    public AgentFacets {
        dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
    }

    /** How many agents have this value; an empty value stands for none. */
    public record Count(String value, long count) {}
}
