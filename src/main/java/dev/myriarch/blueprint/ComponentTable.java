package dev.myriarch.blueprint;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The components that a configuration defines, and which of them it uses. Confined to one check.
 */
final class ComponentTable {
    private final Map<ComponentKind, Map<String, Origin>> defined =
            new EnumMap<>(ComponentKind.class);
    private final Map<ComponentKind, Set<String>> used = new EnumMap<>(ComponentKind.class);

    void define(ComponentKind kind, String id, Origin origin) {
        defined.computeIfAbsent(kind, _ -> new LinkedHashMap<>()).put(id, origin);
    }

    /** Ids and where they are, in the order of the configuration. */
    Map<String, Origin> defined(ComponentKind kind) {
        return Collections.unmodifiableMap(defined.getOrDefault(kind, Map.of()));
    }

    boolean defines(ComponentKind kind, String id) {
        return defined(kind).containsKey(id);
    }

    void use(ComponentKind kind, String id) {
        used.computeIfAbsent(kind, _ -> new LinkedHashSet<>()).add(id);
    }

    Set<String> used(ComponentKind kind) {
        return Collections.unmodifiableSet(used.getOrDefault(kind, Set.of()));
    }

    boolean uses(ComponentKind kind, String id) {
        return used(kind).contains(id);
    }
}
