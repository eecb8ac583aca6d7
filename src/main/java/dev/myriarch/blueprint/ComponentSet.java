package dev.myriarch.blueprint;

import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The component types that a collector contains. Immutable. */
public final class ComponentSet {
    private final Map<ComponentKind, Set<String>> types = new EnumMap<>(ComponentKind.class);

    /**
     * @param types kind ({@code receiver} or {@code receivers}, …) to types; other keys are ignored
     */
    public ComponentSet(Map<String, ? extends Collection<String>> types) {
        types.forEach((kind, names) ->
                ComponentKind.of(kind)
                        .ifPresent(known ->
                                this.types
                                        .computeIfAbsent(known, _ -> new HashSet<>())
                                        .addAll(names)));
    }

    /** True when no type is known, so that nothing can be checked against it. */
    public boolean isEmpty() {
        return types.values().stream().allMatch(Set::isEmpty);
    }

    public boolean contains(ComponentKind kind, String type) {
        return types.getOrDefault(kind, Set.of()).contains(type);
    }
}
