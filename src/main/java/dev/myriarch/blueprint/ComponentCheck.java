package dev.myriarch.blueprint;

import java.util.Optional;

/** Whether a component type exists in the agent's collector, and under which name. */
final class ComponentCheck {
    private ComponentCheck() {}

    /**
     * @param components what the collector contains, when it is known
     * @param type the part of a component id before the slash
     */
    static Optional<Finding> check(
            Optional<ComponentSet> components, ComponentKind kind, String type, Origin origin) {
        Optional<ComponentSet> known = components.filter(set -> !set.isEmpty());
        return known.isPresent()
                ? checkAgainst(known.get(), kind, type, origin)
                : ComponentAliases.byOldName(kind, type)
                        .filter(ComponentAliases.Alias::settled)
                        .map(alias -> deprecated(alias, origin));
    }

    private static Optional<Finding> checkAgainst(
            ComponentSet components, ComponentKind kind, String type, Origin origin) {
        Optional<ComponentAliases.Alias> asOld = ComponentAliases.byOldName(kind, type);
        if (asOld.filter(alias -> components.contains(kind, alias.newName())).isPresent()) {
            return asOld.map(alias -> deprecated(alias, origin));
        }
        if (components.contains(kind, type)) {
            return Optional.empty();
        }
        Optional<ComponentAliases.Alias> asNew = ComponentAliases.byNewName(kind, type);
        if (asNew.filter(alias -> components.contains(kind, alias.oldName())).isPresent()) {
            return asNew.map(alias ->
                    Finding.warning(
                            "unknown_component",
                            origin,
                            "the collector lists the %s %s only as %s; an older release refuses the new name"
                                    .formatted(kind.singular(), type, alias.oldName())));
        }
        return Optional.of(
                Finding.error(
                        "unknown_component",
                        origin,
                        "the collector contains no %s %s"
                                .formatted(kind.singular(), Quote.of(type))));
    }

    private static Finding deprecated(ComponentAliases.Alias alias, Origin origin) {
        return Finding.warning(
                "deprecated_component",
                origin,
                "the %s %s is now called %s; the old name will stop working"
                        .formatted(alias.kind().singular(), alias.oldName(), alias.newName()));
    }
}
