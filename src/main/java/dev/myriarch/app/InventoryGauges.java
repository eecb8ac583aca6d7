package dev.myriarch.app;

import dev.myriarch.agent.AgentFacets;
import dev.myriarch.agent.AgentQuery;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.cluster.Leadership;
import dev.myriarch.metrics.Gauge;
import dev.myriarch.metrics.MetricRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many agents are in which state. Only the leader counts, so that the sum over replicas is not
 * a multiple of the truth; who leads no more shows nothing. Thread-safe.
 */
final class InventoryGauges {
    private final AgentStore agents;
    private final Leadership leadership;
    private final Map<String, Gauge> byDimension;

    InventoryGauges(AgentStore agents, Leadership leadership, MetricRegistry metrics) {
        this.agents = agents;
        this.leadership = leadership;
        byDimension =
                Map.of(
                        "status",
                        metrics.gauge(
                                "myriarch_agents",
                                "Agents by status (online, offline); only the leader has it.",
                                "status"),
                        "health",
                        metrics.gauge(
                                "myriarch_agent_health",
                                "Agents by health (healthy, unhealthy, unknown); only the leader"
                                        + " has it.",
                                "health"),
                        "configSync",
                        metrics.gauge(
                                "myriarch_config_sync",
                                "Agents by how their configuration stands (none, in_sync, pending,"
                                        + " failed, drift); only the leader has it.",
                                "state"));
        leadership.onChange(this::clearUnlessLeader);
    }

    /** Counts; runs on the leader. */
    void refresh() {
        AgentFacets facets = agents.facets(AgentQuery.all());
        byDimension.forEach((dimension, gauge) -> {
            Map<List<String>, Double> values = new HashMap<>();
            facets.dimensions()
                    .getOrDefault(dimension, List.of())
                    .forEach(count -> values.put(List.of(count.value()), (double) count.count()));
            gauge.replaceAll(values);
        });
        // It may have ended while the database was asked.
        clearUnlessLeader();
    }

    private void clearUnlessLeader() {
        if (!leadership.isLeader()) {
            byDimension.values().forEach(gauge -> gauge.replaceAll(Map.of()));
        }
    }
}
