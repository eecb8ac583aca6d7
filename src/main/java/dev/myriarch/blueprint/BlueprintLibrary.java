package dev.myriarch.blueprint;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** All blueprints of a snapshot with their chains worked out. Immutable. */
public final class BlueprintLibrary {
    private final Map<String, Blueprint> blueprints = new TreeMap<>();
    private final Map<String, Chain> chains = new TreeMap<>();
    private final List<Finding> findings = new ArrayList<>();

    /** Names must be unique; what is wrong with chains is in {@link #findings()}. */
    public BlueprintLibrary(Collection<Blueprint> blueprints) {
        blueprints.forEach(blueprint -> this.blueprints.put(blueprint.name(), blueprint));
        this.blueprints.values().forEach(this::resolve);
    }

    public Optional<Blueprint> find(String name) {
        return Optional.ofNullable(blueprints.get(name));
    }

    public List<Blueprint> all() {
        return List.copyOf(blueprints.values());
    }

    /** The chain of a blueprint; empty when the blueprint or its chain is broken. */
    public Optional<Chain> chain(String name) {
        return Optional.ofNullable(chains.get(name));
    }

    /** blueprint_not_found, extends_cycle and parameter_type_conflict, each once. */
    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    private void resolve(Blueprint leaf) {
        Deque<Blueprint> layers = new ArrayDeque<>();
        Set<String> names = new LinkedHashSet<>();
        Optional<Blueprint> next = Optional.of(leaf);
        while (next.isPresent()) {
            Blueprint blueprint = next.get();
            layers.addFirst(blueprint);
            names.add(blueprint.name());
            if (blueprint.parent().isEmpty()) {
                declare(leaf, List.copyOf(layers));
                return;
            }
            Blueprint.Parent parent = blueprint.parent().get();
            if (names.contains(parent.name())) {
                reportCycle(leaf, parent, names);
                return;
            }
            next = find(parent.name());
            if (next.isEmpty() && blueprint.name().equals(leaf.name())) {
                findings.add(notFound(parent.name(), parent.origin()));
            }
        }
    }

    private void reportCycle(Blueprint leaf, Blueprint.Parent parent, Set<String> names) {
        if (parent.name().equals(leaf.name())) {
            String way = String.join(" → ", names) + " → " + parent.name();
            findings.add(
                    Finding.error(
                            "extends_cycle",
                            leaf.parent().orElse(parent).origin(),
                            "the blueprint extends itself: " + way));
        }
    }

    private void declare(Blueprint leaf, List<Blueprint> layers) {
        Map<String, Parameter> parameters = new LinkedHashMap<>();
        boolean sound = true;
        for (Blueprint layer : layers) {
            for (Parameter parameter : layer.parameters()) {
                Parameter earlier = parameters.put(parameter.name(), parameter);
                if (earlier != null && earlier.type() != parameter.type()) {
                    sound = false;
                    reportConflict(leaf, layer, earlier, parameter);
                }
            }
        }
        if (sound) {
            chains.put(leaf.name(), new Chain(layers, parameters));
        }
    }

    private void reportConflict(
            Blueprint leaf, Blueprint layer, Parameter earlier, Parameter parameter) {
        if (layer.name().equals(leaf.name())) {
            findings.add(
                    Finding.error(
                            "parameter_type_conflict",
                            parameter.origin(),
                            "parameter %s is %s in %s; a redeclaration keeps the type"
                                    .formatted(
                                            parameter.name(),
                                            earlier.type().text(),
                                            earlier.origin().object())));
        }
    }

    static Finding notFound(String name, Origin origin) {
        return Finding.error(
                "blueprint_not_found", origin, "no blueprint has the name " + Quote.of(name));
    }
}
