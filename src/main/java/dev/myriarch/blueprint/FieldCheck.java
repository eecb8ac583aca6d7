package dev.myriarch.blueprint;

import dev.myriarch.blueprint.ComponentFields.Basis;
import dev.myriarch.blueprint.ConfigNode.Entry;
import dev.myriarch.blueprint.ConfigNode.MapNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Holds the settings of components against what the collector's own code takes. What the
 * descriptions do not settle is not reported: a warning that is wrong costs more than one that is
 * missing.
 */
final class FieldCheck {
    /** The rest shows when these are mended. */
    static final int LIMIT = 100;

    private FieldCheck() {}

    /** Warnings only: a distribution may have patched a component. */
    static List<Finding> check(MapNode tree, Basis basis) {
        List<Finding> findings = new ArrayList<>();
        for (ComponentKind kind : ComponentKind.values()) {
            SignalCheck.map(tree, kind.plural())
                    .entries()
                    .forEach((id, entry) -> findings.addAll(check(kind, id, entry, basis)));
        }
        return findings.size() <= LIMIT ? findings : findings.subList(0, LIMIT);
    }

    /** Component types whose settings nothing describes for this collector, sorted. */
    static List<String> unchecked(MapNode tree, Basis basis) {
        Set<String> unchecked = new TreeSet<>();
        for (ComponentKind kind : ComponentKind.values()) {
            for (String id : SignalCheck.map(tree, kind.plural()).entries().keySet()) {
                if (basis.find(kind, type(id)).isEmpty()) {
                    unchecked.add(kind.singular() + " " + type(id));
                }
            }
        }
        return List.copyOf(unchecked);
    }

    /** The part of a component id before the slash. */
    static String type(String id) {
        int slash = id.indexOf('/');
        return slash < 0 ? id : id.substring(0, slash);
    }

    private static List<Finding> check(ComponentKind kind, String id, Entry entry, Basis basis) {
        if (!(entry.value() instanceof MapNode settings)) {
            return List.of();
        }
        List<List<FieldWalk.Located>> perRelease = new ArrayList<>();
        for (ReleaseFields.Component component : basis.find(kind, type(id))) {
            String name = kind.singular() + " " + type(id);
            perRelease.add(new FieldWalk(name, component.settings(), basis).check(settings));
        }
        if (perRelease.isEmpty()) {
            return List.of();
        }
        return perRelease.getFirst().stream()
                .filter(each ->
                        perRelease.stream()
                                .allMatch(found -> found.stream().anyMatch(each::isSamePlaceAs)))
                .map(FieldWalk.Located::finding)
                .toList();
    }
}
