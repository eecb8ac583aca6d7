package dev.myriarch.blueprint;

import dev.myriarch.blueprint.ConfigNode.Entry;
import dev.myriarch.blueprint.ConfigNode.MapNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Merges configurations as the collector's confmap does by default: maps key by key, everything
 * else (lists, scalars, null) is replaced as a whole.
 */
final class ConfigMerge {
    static final String SEPARATOR = "::";

    private ConfigMerge() {}

    static MapNode merge(MapNode base, MapNode overlay) {
        Map<String, Entry> merged = new LinkedHashMap<>(base.entries());
        overlay.entries()
                .forEach((key, entry) -> merged.merge(key, entry, ConfigMerge::mergeEntry));
        return new MapNode(overlay.origin(), merged);
    }

    private static Entry mergeEntry(Entry base, Entry overlay) {
        return base.value() instanceof MapNode below && overlay.value() instanceof MapNode above
                ? new Entry(overlay.keyOrigin(), overlay.keyTemplate(), merge(below, above))
                : overlay;
    }

    /** Deletes what the paths name, map keys joined by {@code ::}; a missing path is no error. */
    static MapNode remove(MapNode tree, List<String> paths) {
        MapNode result = tree;
        for (String path : paths) {
            result = removeKeys(result, Arrays.asList(path.split(SEPARATOR, -1)));
        }
        return result;
    }

    private static MapNode removeKeys(MapNode tree, List<String> keys) {
        Entry entry = tree.entries().get(keys.getFirst());
        if (entry == null) {
            return tree;
        }
        Map<String, Entry> entries = new LinkedHashMap<>(tree.entries());
        if (keys.size() == 1) {
            entries.remove(keys.getFirst());
        } else if (entry.value() instanceof MapNode child) {
            MapNode smaller = removeKeys(child, keys.subList(1, keys.size()));
            entries.put(
                    keys.getFirst(), new Entry(entry.keyOrigin(), entry.keyTemplate(), smaller));
        }
        return new MapNode(tree.origin(), entries);
    }
}
