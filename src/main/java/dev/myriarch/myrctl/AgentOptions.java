package dev.myriarch.myrctl;

import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.blueprint.RenderRequest;
import dev.myriarch.domain.AttributeView;
import dev.myriarch.gitops.Nearest;
import dev.myriarch.gitops.SampleAgent;
import dev.myriarch.gitops.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** An agent that need not exist: a sample of the repository, attributes, or both. */
final class AgentOptions {
    @Option(
            names = "--sample",
            paramLabel = "NAME",
            description = "A sample agent of the repository.")
    private @Nullable String sample;

    @Option(
            names = "--attr",
            paramLabel = "KEY=VALUE",
            description =
                    "An attribute as the agent reports it, on top of those of the sample; labels.KEY"
                            + " is a label of its enrollment token. May repeat.")
    private Map<String, String> attributes = new LinkedHashMap<>();

    /** Whether the call names an agent. */
    boolean isGiven() {
        return sample != null || !attributes.isEmpty();
    }

    /**
     * @param reported attributes without labels
     */
    record Agent(Map<String, String> reported, RenderRequest.AgentContext context) {}

    /**
     * @param components what its collector contains, when the sample does not say so
     * @throws CommandException when there is no such sample, or nothing says which agent is meant
     */
    Agent agent(Snapshot snapshot, Optional<ComponentSet> components) {
        Optional<SampleAgent> base = Optional.ofNullable(sample).map(name -> find(snapshot, name));
        if (base.isEmpty() && attributes.isEmpty()) {
            throw CommandException.trouble(
                    "which agent? Give --attr KEY=VALUE or --sample NAME"
                            + names(snapshot).map(names -> "; there are " + names).orElse(""));
        }
        Map<String, String> reported = new LinkedHashMap<>();
        Map<String, String> labels = new LinkedHashMap<>();
        base.ifPresent(each -> {
            reported.putAll(each.attributes());
            labels.putAll(each.labels());
        });
        attributes.forEach((key, value) -> {
            if (key.startsWith(AttributeView.LABEL_PREFIX)) {
                labels.put(key.substring(AttributeView.LABEL_PREFIX.length()), value);
            } else {
                reported.put(key, value);
            }
        });
        return new Agent(
                reported,
                snapshot.hypothetical(
                                reported,
                                labels,
                                base.flatMap(SampleAgent::components).or(() -> components))
                        .withCollectorVersion(
                                base.flatMap(SampleAgent::collectorVersion)
                                        .or(() ->
                                                Optional.ofNullable(
                                                        attributes.get("service.version")))));
    }

    private static SampleAgent find(Snapshot snapshot, String name) {
        return snapshot.samples().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        CommandException.trouble(
                                "there is no sample agent \"%s\"%s"
                                        .formatted(
                                                name,
                                                names(snapshot)
                                                        .map(names -> "; there are " + names)
                                                        .orElse(""))));
    }

    private static Optional<String> names(Snapshot snapshot) {
        List<String> names = snapshot.samples().stream().map(SampleAgent::name).sorted().toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        String.join(", ", names.subList(0, Math.min(20, names.size())))
                                + (names.size() > 20 ? ", …" : ""));
    }

    /** The message when a name is not there, with the one that was probably meant. */
    static String notFound(String kind, String name, List<String> names) {
        return "there is no %s \"%s\"%s"
                .formatted(
                        kind,
                        name,
                        Nearest.to(name, names)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse(""));
    }
}
