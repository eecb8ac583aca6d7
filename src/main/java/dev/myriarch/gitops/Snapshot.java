package dev.myriarch.gitops;

import dev.myriarch.blueprint.BlueprintLibrary;
import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.blueprint.Explanation;
import dev.myriarch.blueprint.ParameterValue;
import dev.myriarch.blueprint.RenderRequest;
import dev.myriarch.blueprint.RenderResult;
import dev.myriarch.blueprint.Renderer;
import dev.myriarch.domain.AttributeView;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything that a revision says, with templates parsed and chains worked out, so that rendering
 * thousands of agents is cheap. Immutable.
 */
public final class Snapshot {
    private final String revision;
    private final List<RepositoryObject> objects;
    private final List<Fleet> fleets;
    private final Map<String, RolloutPolicy> policies;
    private final Map<String, Executor> executors;
    private final List<Inventory> inventories;
    private final List<SampleAgent> samples;
    private final BlueprintLibrary blueprints;
    private final Renderer renderer;

    /**
     * @param objects in file order
     */
    Snapshot(String revision, List<RepositoryObject> objects) {
        this.revision = revision;
        this.objects = List.copyOf(objects);
        this.fleets = of(Fleet.class).stream().sorted(Comparator.comparing(Fleet::name)).toList();
        this.policies = byName(of(RolloutPolicy.class));
        this.executors = byName(of(Executor.class));
        this.inventories = of(Inventory.class);
        this.samples = of(SampleAgent.class);
        this.blueprints =
                new BlueprintLibrary(
                        of(BlueprintObject.class).stream()
                                .map(BlueprintObject::blueprint)
                                .toList());
        this.renderer = new Renderer(blueprints);
    }

    private <T extends RepositoryObject> List<T> of(Class<T> type) {
        return objects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static <T extends RepositoryObject> Map<String, T> byName(List<T> objects) {
        Map<String, T> byName = new TreeMap<>();
        objects.forEach(object -> byName.put(object.name(), object));
        return Collections.unmodifiableMap(byName);
    }

    public String revision() {
        return revision;
    }

    /** All objects in file order, sample agents included. */
    public List<RepositoryObject> objects() {
        return objects;
    }

    /** By name. */
    public List<Fleet> fleets() {
        return fleets;
    }

    public Optional<Fleet> fleet(String name) {
        return fleets.stream().filter(fleet -> fleet.name().equals(name)).findFirst();
    }

    public Optional<RolloutPolicy> policy(String name) {
        return Optional.ofNullable(policies.get(name));
    }

    public Optional<Executor> executor(String name) {
        return Optional.ofNullable(executors.get(name));
    }

    public List<SampleAgent> samples() {
        return samples;
    }

    public BlueprintLibrary blueprints() {
        return blueprints;
    }

    /**
     * What the inventory says of an agent.
     *
     * @param view its attribute view without the inventory; entries do not see each other's labels
     */
    public InventoryFacts inventory(Map<String, String> view) {
        Map<String, String> labels = new LinkedHashMap<>();
        Map<String, ParameterValue> parameters = new HashMap<>();
        for (Inventory inventory : inventories) {
            for (Inventory.Entry entry : inventory.entries()) {
                if (entry.selector().matches(view)) {
                    labels.putAll(entry.labels());
                    parameters.putAll(entry.parameters());
                }
            }
        }
        return new InventoryFacts(labels, parameters);
    }

    /**
     * @param labels labels without prefix
     * @param parameters values for blueprint parameters
     */
    public record InventoryFacts(
            Map<String, String> labels, Map<String, ParameterValue> parameters) {
        public InventoryFacts {
            labels = Map.copyOf(labels);
            parameters = Map.copyOf(parameters);
        }
    }

    /**
     * An agent that need not exist, as selectors and templates see it: with the labels and
     * parameters of the inventory.
     *
     * @param labels as if from an enrollment token; those of the inventory win
     * @param components what its collector contains, when it is known
     */
    public RenderRequest.AgentContext hypothetical(
            Map<String, String> attributes,
            Map<String, String> labels,
            Optional<ComponentSet> components) {
        InventoryFacts facts = inventory(AttributeView.of(attributes, Map.of(), labels));
        Map<String, String> allLabels = new LinkedHashMap<>(labels);
        allLabels.putAll(facts.labels());
        return new RenderRequest.AgentContext(
                "",
                AttributeView.of(attributes, Map.of(), allLabels),
                facts.parameters(),
                components);
    }

    /** Renders the blueprint of a fleet for an agent. */
    public RenderResult render(Fleet fleet, RenderRequest.AgentContext agent) {
        return render(fleet, agent, Map.of());
    }

    /**
     * The same, ended when the time is over: the result then has the finding {@code
     * time_budget_exceeded}.
     */
    RenderResult render(Fleet fleet, RenderRequest.AgentContext agent, TimeBudget budget) {
        return renderer.render(request(fleet, agent, Map.of()), budget::isExceeded);
    }

    /** The same with values that somebody typed in for a preview. */
    public RenderResult render(
            Fleet fleet, RenderRequest.AgentContext agent, Map<String, ParameterValue> overrides) {
        return renderer.render(request(fleet, agent, overrides));
    }

    /**
     * Renders the blueprint of a fleet and says where each value comes from.
     *
     * @param path keys joined by {@code ::}; only what is at or below it is told; empty for all
     */
    public Explanation explain(
            Fleet fleet,
            RenderRequest.AgentContext agent,
            Map<String, ParameterValue> overrides,
            String path) {
        return renderer.explain(request(fleet, agent, overrides), path);
    }

    private static RenderRequest request(
            Fleet fleet, RenderRequest.AgentContext agent, Map<String, ParameterValue> overrides) {
        return new RenderRequest(
                fleet.blueprint(),
                fleet.meta().at("spec.blueprint"),
                new RenderRequest.FleetContext(
                        fleet.name(), fleet.meta().labels(), fleet.parameters()),
                agent,
                overrides);
    }
}
