package dev.myriarch.assignment;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.Description;
import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.blueprint.RenderRequest;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.AttributeView;
import dev.myriarch.domain.BridgeLock;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.Snapshot;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An agent as selectors and templates see it.
 *
 * @param labels of its token and of the inventory
 * @param view the attribute view with all labels
 * @param inventory what the inventory says of it
 */
record AgentFacts(
        Agent agent,
        Map<String, String> labels,
        Map<String, String> view,
        Snapshot.InventoryFacts inventory) {
    static AgentFacts of(Snapshot snapshot, Agent agent) {
        Description description = agent.description();
        Snapshot.InventoryFacts inventory =
                snapshot.inventory(view(description, description.tokenLabels()));
        Map<String, String> labels = new TreeMap<>(description.tokenLabels());
        labels.putAll(inventory.labels());
        return new AgentFacts(agent, labels, view(description, labels), inventory);
    }

    private static Map<String, String> view(Description description, Map<String, String> labels) {
        return AttributeView.of(description.identifying(), description.nonIdentifying(), labels);
    }

    /** Whether it is something that belongs to fleets. */
    boolean isAssignable() {
        return agent.kind() == AgentKind.COLLECTOR || agent.kind() == AgentKind.BRIDGE;
    }

    /** Why the fleet may not configure it, if that is so. */
    Optional<String> lock(Fleet fleet) {
        return agent.kind() == AgentKind.BRIDGE
                ? BridgeLock.configLock(
                        agent.description().identifying(),
                        agent.description().nonIdentifying(),
                        fleet.manageBridges())
                : Optional.empty();
    }

    /**
     * @param components what its collector contains, when it is known
     */
    RenderRequest.AgentContext context(Optional<ComponentSet> components) {
        return new RenderRequest.AgentContext(
                agent.id().toString(),
                view,
                inventory.parameters(),
                components,
                collectorVersion());
    }

    /** The version that a Bridge reports is its own. */
    private Optional<String> collectorVersion() {
        return agent.kind() == AgentKind.BRIDGE
                ? Optional.empty()
                : Optional.of(agent.description().version());
    }
}
