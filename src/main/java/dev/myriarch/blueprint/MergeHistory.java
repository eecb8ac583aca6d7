package dev.myriarch.blueprint;

import dev.myriarch.blueprint.ConfigNode.Entry;
import dev.myriarch.blueprint.ConfigNode.ListNode;
import dev.myriarch.blueprint.ConfigNode.MapNode;
import dev.myriarch.blueprint.ConfigNode.ScalarLeaf;
import dev.myriarch.blueprint.ConfigNode.TemplateLeaf;
import dev.myriarch.template.Template;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The layers of one rendering one by one: who wrote what, and who deleted it. Immutable. */
final class MergeHistory {
    private final List<Layer> layers = new ArrayList<>();
    private final Map<Origin, String> layersByOrigin = new HashMap<>();
    private final List<Provenance.Removal> removals = new ArrayList<>();

    private MergeHistory() {}

    /**
     * @param origin where it begins
     * @param condition of a fragment that has one
     */
    record Layer(String name, Origin origin, MapNode config, Optional<Template> condition) {}

    /**
     * @param active names of the layers that were merged
     */
    static MergeHistory of(Chain chain, List<String> active) {
        MergeHistory history = new MergeHistory();
        Set<String> names = new HashSet<>(active);
        MapNode tree = ConfigNode.emptyMap(chain.leaf().config().origin());
        for (Blueprint blueprint : chain.layers()) {
            String name = blueprint.name();
            tree =
                    history.merge(
                            tree,
                            new Layer(
                                    name,
                                    blueprint.origin(),
                                    blueprint.config(),
                                    Optional.empty()));
            for (Fragment fragment : blueprint.fragments()) {
                String fragmentName = name + "#" + fragment.name();
                if (names.contains(fragmentName)) {
                    tree =
                            history.merge(
                                    tree,
                                    new Layer(
                                            fragmentName,
                                            fragment.origin(),
                                            fragment.config(),
                                            fragment.when()));
                    tree = history.remove(tree, fragment.remove(), fragmentName);
                }
            }
            tree = history.remove(tree, blueprint.remove(), name);
        }
        return history;
    }

    List<Layer> layers() {
        return layers;
    }

    List<Provenance.Removal> removals() {
        return removals;
    }

    /** The layer that has something at this place of its file. */
    Optional<String> layerOf(Origin origin) {
        return Optional.ofNullable(layersByOrigin.get(origin));
    }

    /** What the layers before {@code layer} have at a path, the latest first. */
    List<Provenance.Earlier> replaced(List<String> written, String layer) {
        List<Provenance.Earlier> earlier = new ArrayList<>();
        for (Layer each : layers) {
            if (each.name().equals(layer)) {
                return earlier.reversed();
            }
            find(each.config(), written)
                    .ifPresent(node ->
                            earlier.add(new Provenance.Earlier(each.name(), node.origin())));
        }
        return List.of();
    }

    private MapNode merge(MapNode tree, Layer layer) {
        layers.add(layer);
        note(layer.config(), layer.name());
        return ConfigMerge.merge(tree, layer.config());
    }

    private void note(ConfigNode node, String layer) {
        layersByOrigin.put(node.origin(), layer);
        switch (node) {
            case MapNode(_, var entries) ->
                    entries.values().forEach(entry -> note(entry.value(), layer));
            case ListNode(_, var elements) -> elements.forEach(element -> note(element, layer));
            case ScalarLeaf _, TemplateLeaf _ -> {}
        }
    }

    private MapNode remove(MapNode tree, List<String> paths, String layer) {
        MapNode result = tree;
        for (String path : paths) {
            find(result, Arrays.asList(path.split(ConfigMerge.SEPARATOR, -1)))
                    .ifPresent(node ->
                            removals.add(new Provenance.Removal(path, layer, node.origin())));
            result = ConfigMerge.remove(result, List.of(path));
        }
        return result;
    }

    private static Optional<ConfigNode> find(MapNode tree, List<String> keys) {
        ConfigNode node = tree;
        for (String key : keys) {
            Entry entry = node instanceof MapNode map ? map.entries().get(key) : null;
            if (entry == null) {
                return Optional.empty();
            }
            node = entry.value();
        }
        return Optional.of(node);
    }
}
