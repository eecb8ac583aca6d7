package dev.myriarch.assignment;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.Reported;
import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.domain.ConfigHash;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Component sets of agents; there are few, and none ever changes, so they are kept. Thread-safe.
 */
final class ComponentSets {
    private static final int LIMIT = 512;

    private final AgentStore agents;
    private final Map<ConfigHash, ComponentSet> known = new ConcurrentHashMap<>();

    ComponentSets(AgentStore agents) {
        this.agents = agents;
    }

    /** Empty when the agent has not reported its components. */
    Optional<ComponentSet> of(Agent agent) {
        return agent.reported().components().map(Reported.Components::set).flatMap(this::find);
    }

    private Optional<ComponentSet> find(ConfigHash hash) {
        ComponentSet cached = known.get(hash);
        if (cached != null) {
            return Optional.of(cached);
        }
        Optional<ComponentSet> stored = agents.components(hash).map(ComponentSet::new);
        stored.ifPresent(set -> {
            if (known.size() >= LIMIT) {
                known.clear();
            }
            known.put(hash, set);
        });
        return stored;
    }
}
