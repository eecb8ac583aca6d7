package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How many sample agents of each fleet get another configuration. Confined to one command. */
final class FleetCounts {
    private final Map<String, Count> counts = new TreeMap<>();

    private record Count(int changed, int samples) {}

    /**
     * @param fleet after the change, or before it when there is none any more
     */
    void add(Optional<String> fleet, boolean changed) {
        fleet.ifPresent(name ->
                counts.merge(
                        name,
                        new Count(changed ? 1 : 0, 1),
                        (one, other) ->
                                new Count(
                                        one.changed + other.changed, one.samples + other.samples)));
    }

    /** A phrase for each fleet with a change. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        counts.forEach((name, count) -> {
            if (count.changed > 0) {
                lines.add(
                        "fleet %s: %d of %d sample agent%s"
                                .formatted(
                                        name,
                                        count.changed,
                                        count.samples,
                                        count.samples == 1 ? "" : "s"));
            }
        });
        return lines;
    }

    Value toValue() {
        List<Value> fleets = new ArrayList<>();
        counts.forEach((name, count) -> {
            Map<String, Value> fields = new LinkedHashMap<>();
            fields.put("name", Value.of(name));
            fields.put("changed", Value.of(count.changed));
            fields.put("samples", Value.of(count.samples));
            fleets.add(new Value.Mapping(fields));
        });
        return new Value.Sequence(fleets);
    }
}
