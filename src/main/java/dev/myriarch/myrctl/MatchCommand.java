package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.FleetMatcher;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Which fleet takes an agent, and why the others do not. */
@Command(
        name = "match",
        description = {
            "Says which fleet takes an agent, and why the others do not.",
            "Exit codes: 0 one fleet takes it, 1 none does, 2 wrong usage or trouble."
        },
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class)
final class MatchCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin private final RepositoryOptions repository = new RepositoryOptions();
    @Mixin private final AgentOptions agents = new AgentOptions();
    @Mixin private final AnswerOption answer = new AnswerOption();

    MatchCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /**
     * @param result {@code wins}, {@code ambiguous}, {@code outranked} or {@code no match}
     * @param reasons phrases for people
     */
    private record Verdict(Fleet fleet, String result, List<String> reasons) {}

    @Override
    public Integer call() {
        boolean json = answer.isJson("text");
        Snapshot snapshot = repository.read(surroundings).snapshot("match");
        AgentOptions.Agent agent = agents.agent(snapshot, repository.components(surroundings));
        Map<String, String> view = agent.context().attributes();
        FleetMatcher.Match match = FleetMatcher.match(snapshot.fleets(), view);
        List<Verdict> verdicts = verdicts(snapshot, match, agent);
        if (json) {
            surroundings.out().println(Json.write(value(match, verdicts, view)));
        } else {
            print(match, verdicts);
        }
        return match instanceof FleetMatcher.Match.Member ? 0 : CommandException.NEGATIVE;
    }

    private static List<Verdict> verdicts(
            Snapshot snapshot, FleetMatcher.Match match, AgentOptions.Agent agent) {
        Map<String, String> view = agent.context().attributes();
        List<Verdict> verdicts = new ArrayList<>();
        for (Fleet fleet : snapshot.fleets()) {
            List<String> misses = fleet.match().selector().misses(view);
            verdicts.add(
                    misses.isEmpty()
                            ? selected(fleet, match, agent)
                            : new Verdict(fleet, "no match", misses));
        }
        return verdicts;
    }

    private static Verdict selected(
            Fleet fleet, FleetMatcher.Match match, AgentOptions.Agent agent) {
        String priority = "priority %d".formatted(fleet.match().priority());
        return switch (match) {
            case FleetMatcher.Match.Member(Fleet winner) when winner.equals(fleet) -> {
                List<String> reasons = new ArrayList<>();
                List<String> words = fleet.match().selector().words();
                reasons.add(words.isEmpty() ? "it takes every agent" : String.join(", ", words));
                Membership.lock(fleet, agent.reported()).ifPresent(reasons::add);
                yield new Verdict(fleet, "wins", reasons);
            }
            case FleetMatcher.Match.Member(Fleet winner) ->
                    new Verdict(
                            fleet,
                            "outranked",
                            List.of(
                                    "%s is below %d of %s"
                                            .formatted(
                                                    priority,
                                                    winner.match().priority(),
                                                    winner.name())));
            case FleetMatcher.Match.Ambiguous ambiguous ->
                    ambiguous.fleets().contains(fleet)
                            ? new Verdict(fleet, "ambiguous", List.of(priority))
                            : new Verdict(fleet, "outranked", List.of(priority));
            case FleetMatcher.Match.Unassigned _ ->
                    throw new IllegalStateException("a selected agent is not unassigned");
        };
    }

    private void print(FleetMatcher.Match match, List<Verdict> verdicts) {
        surroundings
                .out()
                .println(
                        switch (match) {
                            case FleetMatcher.Match.Member(Fleet fleet) ->
                                    "fleet %s takes this agent".formatted(fleet.name());
                            case FleetMatcher.Match.Ambiguous ambiguous -> ambiguous.message();
                            case FleetMatcher.Match.Unassigned _ -> "no fleet takes this agent";
                        });
        for (Verdict each : verdicts) {
            surroundings
                    .out()
                    .println(
                            "  %s: %s: %s"
                                    .formatted(
                                            each.fleet().name(),
                                            each.result(),
                                            String.join("; ", each.reasons()))
                                    .replaceAll("\\p{Cntrl}", "?"));
        }
    }

    private static Value value(
            FleetMatcher.Match match, List<Verdict> verdicts, Map<String, String> view) {
        Optional<String> winner =
                match instanceof FleetMatcher.Match.Member(Fleet fleet)
                        ? Optional.of(fleet.name())
                        : Optional.empty();
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("formatVersion", Value.of("1.0"));
        fields.put("fleet", winner.map(Value::of).orElse(Value.ofNull()));
        fields.put("attributes", Value.ofTexts(new TreeMap<>(view)));
        List<Value> fleets = new ArrayList<>();
        for (Verdict each : verdicts) {
            Map<String, Value> verdict = new LinkedHashMap<>();
            verdict.put("name", Value.of(each.fleet().name()));
            verdict.put("priority", Value.of(each.fleet().match().priority()));
            verdict.put("result", Value.of(each.result()));
            verdict.put("reasons", Value.ofTexts(each.reasons()));
            fleets.add(new Value.Mapping(verdict));
        }
        fields.put("fleets", new Value.Sequence(fleets));
        return new Value.Mapping(fields);
    }
}
