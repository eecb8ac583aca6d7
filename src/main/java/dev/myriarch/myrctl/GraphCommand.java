package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.Blueprint;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.RepositoryObject;
import dev.myriarch.gitops.SampleAgent;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Draws which objects use which. */
@Command(
        name = "graph",
        description =
                "Draws which fleets, blueprints, policies and executors belong together, as a Mermaid"
                        + " flowchart or as json.",
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class)
final class GraphCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin private final RepositoryOptions repository = new RepositoryOptions();
    @Mixin private final AnswerOption answer = new AnswerOption();

    GraphCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /**
     * @param from key of an object, {@code <Kind>/<name>}
     * @param to key of an object, which need not be in the repository
     */
    private record Edge(String from, String to, String label) {}

    @Override
    public Integer call() {
        boolean json = answer.isJson("mermaid");
        Snapshot snapshot = repository.read(surroundings).snapshot("graph");
        Set<Edge> edges = edges(snapshot);
        Set<String> nodes = new TreeSet<>();
        for (RepositoryObject object : snapshot.objects()) {
            if (!(object instanceof SampleAgent)) {
                nodes.add(object.meta().key());
            }
        }
        edges.forEach(edge -> nodes.add(edge.to()));
        surroundings.out().print(json ? json(nodes, edges) : mermaid(List.copyOf(nodes), edges));
        return 0;
    }

    private static Set<Edge> edges(Snapshot snapshot) {
        Set<Edge> edges = new LinkedHashSet<>();
        for (Fleet fleet : snapshot.fleets()) {
            String from = fleet.meta().key();
            Fleet.Updates updates = fleet.updates();
            edges.add(new Edge(from, "Blueprint/" + fleet.blueprint(), "runs"));
            edges.add(new Edge(from, "RolloutPolicy/" + updates.configPolicy(), "config"));
            edges.add(new Edge(from, "RolloutPolicy/" + updates.versionPolicy(), "version"));
            updates.executorReference()
                    .ifPresent(name -> edges.add(new Edge(from, "Executor/" + name, "updates")));
        }
        for (Blueprint blueprint : snapshot.blueprints().all()) {
            blueprint
                    .parent()
                    .ifPresent(parent ->
                            edges.add(
                                    new Edge(
                                            "Blueprint/" + blueprint.name(),
                                            "Blueprint/" + parent.name(),
                                            "extends")));
        }
        return edges;
    }

    /** Names are DNS labels, so nothing in them needs an escape. */
    private static String mermaid(List<String> nodes, Set<Edge> edges) {
        StringBuilder out = new StringBuilder("flowchart LR\n");
        for (int index = 0; index < nodes.size(); index++) {
            String[] parts = nodes.get(index).split("/", 2);
            out.append("  n%d[\"%s<br>%s\"]\n".formatted(index, parts[0], parts[1]));
        }
        for (Edge edge : edges) {
            out.append(
                    "  n%d -->|%s| n%d\n"
                            .formatted(
                                    nodes.indexOf(edge.from()),
                                    edge.label(),
                                    nodes.indexOf(edge.to())));
        }
        return out.toString();
    }

    private static String json(Set<String> nodes, Set<Edge> edges) {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("formatVersion", Value.of("1.0"));
        fields.put("nodes", Value.ofTexts(List.copyOf(nodes)));
        List<Value> list = new ArrayList<>();
        for (Edge edge : edges) {
            Map<String, Value> each = new LinkedHashMap<>();
            each.put("from", Value.of(edge.from()));
            each.put("to", Value.of(edge.to()));
            each.put("label", Value.of(edge.label()));
            list.add(new Value.Mapping(each));
        }
        fields.put("edges", new Value.Sequence(list));
        return Json.write(new Value.Mapping(fields)) + "\n";
    }
}
