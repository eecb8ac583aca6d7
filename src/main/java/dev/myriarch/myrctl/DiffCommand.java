package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.gitops.SampleAgent;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a change of the repository means for agents. */
@Command(
        name = "diff",
        description = {
            "Renders two folders, or two Git revisions of one, for the sample agents of both and"
                    + " shows each distinct change once, with the agents that it concerns.",
            "Exit codes: 0 no difference, 1 differs, 2 wrong usage, a side that is not valid, or"
                    + " trouble."
        },
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class)
final class DiffCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin private final AnswerOption answer = new AnswerOption();
    @Mixin private final DiffSides sides = new DiffSides();

    @Option(
            names = "--sample",
            paramLabel = "NAME",
            description = "Only this sample agent. May repeat.")
    private List<String> samples = new ArrayList<>();

    @Option(
            names = "--fleet",
            paramLabel = "NAME",
            description = "Only agents that are in this fleet before or after.")
    private @Nullable String fleet;

    @Option(
            names = "--components",
            paramLabel = "FILE",
            description = "What the collectors contain, for samples that do not say so.")
    private @Nullable Path components;

    @Option(names = "--stat", description = "Only counts lines.")
    private boolean stat;

    @Option(
            names = "--exit-code",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = "Whether a difference gives exit code 1 (default: true).")
    private boolean exitCode = true;

    DiffCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        String form = answer.choice(List.of("text", "json", "markdown"));
        Optional<ComponentSet> known =
                Optional.ofNullable(components)
                        .map(file ->
                                ComponentFile.read(surroundings.resolve(file), file.toString()));
        DiffSides.Snapshots both = sides.read(surroundings, known);
        Snapshot before = both.before();
        Snapshot after = both.after();
        FleetCounts counts = new FleetCounts();
        List<RenderingChange> changes = changes(before, after, known, counts);
        switch (form) {
            case "json" ->
                    surroundings.out().println(Json.write(value(before, after, changes, counts)));
            case "markdown" -> surroundings.out().print(RenderingChange.markdown(changes, counts));
            default -> surroundings.out().print(RenderingChange.text(changes, counts, stat));
        }
        return changes.isEmpty() || !exitCode ? 0 : CommandException.NEGATIVE;
    }

    private List<RenderingChange> changes(
            Snapshot before, Snapshot after, Optional<ComponentSet> known, FleetCounts counts) {
        // A changed sample counts as it is now; its former attributes say nothing of the change.
        Map<String, SampleAgent> all = new TreeMap<>();
        before.samples().forEach(each -> all.put(each.name(), each));
        after.samples().forEach(each -> all.put(each.name(), each));
        checkNames(all, before, after);
        Map<RenderingChange.Kind, List<String>> grouped = new LinkedHashMap<>();
        for (SampleAgent sample : all.values()) {
            if (!samples.isEmpty() && !samples.contains(sample.name())) {
                continue;
            }
            SampleRendering old = SampleRendering.of(before, sample, known);
            SampleRendering now = SampleRendering.of(after, sample, known);
            boolean wanted =
                    fleet == null
                            || old.fleet().equals(Optional.of(fleet))
                            || now.fleet().equals(Optional.of(fleet));
            if (wanted) {
                counts.add(now.fleet().or(old::fleet), !old.text().equals(now.text()));
            }
            if (wanted && !old.text().equals(now.text())) {
                grouped.computeIfAbsent(
                                new RenderingChange.Kind(
                                        old.fleet(),
                                        now.fleet(),
                                        LineDiff.hunks(old.text(), now.text())),
                                _ -> new ArrayList<>())
                        .add(sample.name());
            }
        }
        List<RenderingChange> changes = new ArrayList<>();
        grouped.forEach((kind, names) -> changes.add(new RenderingChange(kind, names)));
        return changes;
    }

    private void checkNames(Map<String, SampleAgent> all, Snapshot before, Snapshot after) {
        for (String name : samples) {
            if (!all.containsKey(name)) {
                throw CommandException.trouble(
                        AgentOptions.notFound("sample agent", name, List.copyOf(all.keySet())));
            }
        }
        if (fleet != null && before.fleet(fleet).isEmpty() && after.fleet(fleet).isEmpty()) {
            throw CommandException.trouble(
                    AgentOptions.notFound(
                            "fleet",
                            fleet,
                            after.fleets().stream().map(each -> each.name()).toList()));
        }
    }

    private static Value value(
            Snapshot before, Snapshot after, List<RenderingChange> changes, FleetCounts counts) {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("formatVersion", Value.of("1.0"));
        fields.put("base", Value.of(before.revision()));
        fields.put("head", Value.of(after.revision()));
        fields.put(
                "changes",
                new Value.Sequence(changes.stream().<Value>map(RenderingChange::toValue).toList()));
        fields.put("fleets", counts.toValue());
        return new Value.Mapping(fields);
    }
}
