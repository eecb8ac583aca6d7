package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.Explanation;
import dev.myriarch.blueprint.Origin;
import dev.myriarch.blueprint.ParameterValue;
import dev.myriarch.blueprint.Provenance;
import dev.myriarch.blueprint.RenderResult;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.json.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where the values of an agent's configuration come from, for {@code explain}. */
final class ValueExplanation {
    private final Surroundings surroundings;
    private final Path folder;
    private final AgentOptions agents;

    ValueExplanation(Surroundings surroundings, Path folder, AgentOptions agents) {
        this.surroundings = surroundings;
        this.folder = folder;
        this.agents = agents;
    }

    /**
     * @param path keys joined by {@code ::}, empty for all
     * @return exit code
     */
    int print(String path, boolean json) {
        Snapshot snapshot =
                Repository.read(surroundings, folder, Optional.empty()).snapshot("explain");
        AgentOptions.Agent agent = agents.agent(snapshot, Optional.empty());
        Fleet fleet =
                switch (Membership.of(snapshot, agent.reported(), agent.context().attributes())) {
                    case Membership.Member(Fleet member) -> member;
                    case Membership.None(String reason) -> throw CommandException.negative(reason);
                };
        Explanation explanation = snapshot.explain(fleet, agent.context(), Map.of(), path);
        if (explanation.result() instanceof RenderResult.Failed failed) {
            throw CommandException.negative(failed.summary());
        }
        Provenance provenance = explanation.provenance().orElseThrow();
        if (json) {
            surroundings.out().println(Json.write(value(fleet, provenance)));
        } else {
            surroundings.out().print(text(provenance, fleet, path));
        }
        boolean found = !provenance.leaves().isEmpty() || !provenance.removals().isEmpty();
        return found ? 0 : CommandException.NEGATIVE;
    }

    private String text(Provenance provenance, Fleet fleet, String path) {
        StringBuilder out = new StringBuilder();
        if (provenance.leaves().isEmpty()) {
            out.append("fleet %s gives this agent nothing at %s\n".formatted(fleet.name(), path));
        }
        Map<String, Provenance.ParameterUse> parameters =
                provenance.parameters().stream()
                        .collect(Collectors.toMap(Provenance.ParameterUse::name, each -> each));
        for (Provenance.Leaf leaf : provenance.leaves()) {
            out.append("%s: %s\n".formatted(leaf.path(), leaf.value()));
            out.append("    %s, layer %s\n".formatted(place(leaf.origin()), leaf.layer()));
            for (String name : leaf.reads().parameters()) {
                out.append("    %s\n".formatted(parameter(parameters.get(name), name)));
            }
            for (String name : leaf.reads().attributes()) {
                out.append("    attribute %s\n".formatted(name));
            }
            if (leaf.reads().agentId()) {
                out.append("    id of the agent\n");
            }
            for (Provenance.Earlier earlier : leaf.replaced()) {
                out.append(
                        "    replaces %s, layer %s\n"
                                .formatted(place(earlier.origin()), earlier.layer()));
            }
        }
        for (Provenance.Removal removal : provenance.removals()) {
            out.append(
                    "%s: removed by layer %s (was %s)\n"
                            .formatted(removal.path(), removal.layer(), place(removal.origin())));
        }
        if (provenance.truncated()) {
            out.append("… and more; give a longer path\n");
        }
        return out.toString();
    }

    private String parameter(Provenance.@Nullable ParameterUse use, String name) {
        if (use == null || use.source().isEmpty()) {
            return "parameter %s, which nobody gives a value".formatted(name);
        }
        ParameterValue.Source source = use.source().get();
        return "parameter %s = %s, from %s"
                .formatted(
                        name,
                        use.value(),
                        source.text()
                                + use.attribute().map(key -> " " + key).orElse("")
                                + (use.origin().file().isEmpty()
                                        ? ""
                                        : " (" + place(use.origin()) + ")"));
    }

    private String place(Origin origin) {
        String shown = surroundings.shown(folder);
        String file = shown.isEmpty() ? origin.file() : shown + "/" + origin.file();
        return "%s:%d:%d".formatted(file, origin.line(), origin.column());
    }

    private static Value value(Fleet fleet, Provenance provenance) {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("formatVersion", Value.of("1.0"));
        fields.put("fleet", Value.of(fleet.name()));
        fields.put("blueprint", Value.of(fleet.blueprint()));
        fields.put(
                "layers",
                Value.ofTexts(provenance.layers().stream().map(Provenance.Layer::name).toList()));
        fields.put("parameters", list(provenance.parameters().stream().map(ValueExplanation::use)));
        fields.put("values", list(provenance.leaves().stream().map(ValueExplanation::leaf)));
        fields.put(
                "removals",
                list(
                        provenance.removals().stream()
                                .map(each -> placed(each.layer(), each.origin(), each.path()))));
        fields.put("truncated", Value.of(provenance.truncated()));
        return new Value.Mapping(fields);
    }

    private static Value list(Stream<Map<String, Value>> elements) {
        return new Value.Sequence(elements.<Value>map(Value.Mapping::new).toList());
    }

    private static Map<String, Value> use(Provenance.ParameterUse use) {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("name", Value.of(use.name()));
        fields.put("value", Value.of(use.value()));
        fields.put(
                "source",
                use.source()
                        .map(ParameterValue.Source::text)
                        .map(Value::of)
                        .orElse(Value.ofNull()));
        fields.put("attribute", use.attribute().map(Value::of).orElse(Value.ofNull()));
        fields.put("file", Value.of(use.origin().file()));
        fields.put("line", Value.of(use.origin().line()));
        return fields;
    }

    private static Map<String, Value> leaf(Provenance.Leaf leaf) {
        Map<String, Value> fields = placed(leaf.layer(), leaf.origin(), leaf.path());
        fields.put("value", Value.of(leaf.value()));
        fields.put("parameters", Value.ofTexts(leaf.reads().parameters()));
        fields.put("attributes", Value.ofTexts(leaf.reads().attributes()));
        fields.put(
                "replaced",
                list(
                        leaf.replaced().stream()
                                .map(each -> placed(each.layer(), each.origin(), leaf.path()))));
        return fields;
    }

    private static Map<String, Value> placed(String layer, Origin origin, String path) {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("path", Value.of(path));
        fields.put("layer", Value.of(layer));
        fields.put("file", Value.of(origin.file()));
        fields.put("line", Value.of(origin.line()));
        fields.put("column", Value.of(origin.column()));
        return fields;
    }
}
