package dev.myriarch.gitops;

import dev.myriarch.blueprint.ComponentKind;
import dev.myriarch.blueprint.ComponentSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads sample agents. */
final class SampleDecoder {
    private SampleDecoder() {}

    static SampleAgent decode(ObjectMeta meta, ObjectView spec) {
        return new SampleAgent(
                meta,
                spec.textMap("attributes"),
                spec.textMap("labels"),
                spec.has("components")
                        ? Optional.of(components(spec.object("components")))
                        : Optional.empty(),
                spec.text("collectorVersion"));
    }

    private static ComponentSet components(ObjectView view) {
        Map<String, List<String>> types = new HashMap<>();
        for (ComponentKind kind : ComponentKind.values()) {
            types.put(kind.singular(), view.texts(kind.singular()));
        }
        return new ComponentSet(types);
    }
}
