package dev.myriarch.blueprint;

import dev.myriarch.base.SemanticVersion;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The components of one collector release as far as they are described. Immutable.
 *
 * @param components by kind and type; a type that has an old name is in here under both
 */
record ReleaseFields(
        SemanticVersion version, Map<ComponentKind, Map<String, Component>> components) {
    ReleaseFields {
        components = Map.copyOf(components);
    }

    /**
     * @param signals {@code logs}, {@code metrics}, {@code traces}; for a connector pairs such as
     *     {@code traces_to_metrics}
     */
    record Component(Set<String> signals, FieldShape settings) {
        Component {
            signals = Set.copyOf(signals);
        }
    }

    /** A component under its name or the one it has in other releases. */
    Optional<Component> find(ComponentKind kind, String type) {
        Map<String, Component> known = components.getOrDefault(kind, Map.of());
        Optional<Component> exact = Optional.ofNullable(known.get(type));
        if (exact.isPresent()) {
            return exact;
        }
        return ComponentAliases.byOldName(kind, type)
                .map(ComponentAliases.Alias::newName)
                .or(() ->
                        ComponentAliases.byNewName(kind, type).map(ComponentAliases.Alias::oldName))
                .flatMap(other -> Optional.ofNullable(known.get(other)));
    }
}
