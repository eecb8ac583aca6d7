package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Entries of a map in the order in which templates see them. */
final class SortedEntries {
    private SortedEntries() {}

    /** The entries by their keys, in the order of code points. */
    static List<Map.Entry<String, Value>> of(Value.Mapping map) {
        List<Map.Entry<String, Value>> entries = new ArrayList<>(map.entries().entrySet());
        entries.sort((left, right) -> Utf8.compare(left.getKey(), right.getKey()));
        return entries;
    }
}
