package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.FleetMatcher;
import dev.myriarch.gitops.FleetVerdict;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.gitops.WaveForecast;
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
            "Says which fleet takes an agent, why the others do not, and in which wave of a rollout"
                    + " the agent would be.",
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

    @Override
    public Integer call() {
        boolean json = answer.isJson("text");
        Snapshot snapshot = repository.read(surroundings).snapshot("match");
        AgentOptions.Agent agent = agents.agent(snapshot, repository.components(surroundings));
        Map<String, String> view = agent.context().attributes();
        FleetMatcher.Match match = FleetMatcher.match(snapshot.fleets(), view);
        List<FleetVerdict> verdicts = verdicts(snapshot, agent);
        List<Rollouts> rollouts = rollouts(snapshot, match, agent);
        if (json) {
            surroundings.out().println(Json.write(value(match, verdicts, view, rollouts)));
        } else {
            print(match, verdicts);
            rollouts.forEach(this::print);
        }
        return match instanceof FleetMatcher.Match.Member ? 0 : CommandException.NEGATIVE;
    }

    private static List<FleetVerdict> verdicts(Snapshot snapshot, AgentOptions.Agent agent) {
        return FleetVerdict.all(snapshot.fleets(), agent.context().attributes()).stream()
                .map(each ->
                        each.result() == FleetVerdict.Result.WINS ? withLock(each, agent) : each)
                .toList();
    }

    /**
     * @param kinds what is rolled out by this policy: configurations, versions
     */
    private record Rollouts(String kinds, WaveForecast forecast) {}

    /** None for an agent that no fleet takes, or may take. */
    private static List<Rollouts> rollouts(
            Snapshot snapshot, FleetMatcher.Match match, AgentOptions.Agent agent) {
        if (!(match instanceof FleetMatcher.Match.Member(Fleet fleet))
                || Membership.lock(fleet, agent.reported()).isPresent()) {
            return List.of();
        }
        Map<String, String> view = agent.context().attributes();
        String config = fleet.updates().configPolicy();
        String version = fleet.updates().versionPolicy();
        boolean versions = fleet.updates().executor() != Fleet.UpdateExecutor.NONE;
        if (!versions || version.equals(config)) {
            return List.of(
                    new Rollouts(
                            versions ? "configurations and versions" : "configurations",
                            WaveForecast.of(snapshot, config, view)));
        }
        return List.of(
                new Rollouts("configurations", WaveForecast.of(snapshot, config, view)),
                new Rollouts("versions", WaveForecast.of(snapshot, version, view)));
    }

    private void print(Rollouts rollouts) {
        surroundings
                .out()
                .println(
                        "rollouts of %s (policy %s):"
                                .formatted(rollouts.kinds(), rollouts.forecast().policy()));
        for (WaveForecast.Wave wave : rollouts.forecast().waves()) {
            surroundings
                    .out()
                    .println(
                            "  wave %s: %s: %s"
                                    .formatted(wave.name(), wave.answer().text(), wave.reason())
                                    .replaceAll("\\p{Cntrl}", "?"));
        }
    }

    private static Value value(Rollouts rollouts) {
        List<Value> waves = new ArrayList<>();
        for (WaveForecast.Wave wave : rollouts.forecast().waves()) {
            Map<String, Value> fields = new LinkedHashMap<>();
            fields.put("name", Value.of(wave.name()));
            fields.put("takes", Value.of(wave.answer().text()));
            fields.put("reason", Value.of(wave.reason()));
            waves.add(new Value.Mapping(fields));
        }
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("of", Value.of(rollouts.kinds()));
        fields.put("policy", Value.of(rollouts.forecast().policy()));
        fields.put("waves", new Value.Sequence(waves));
        return new Value.Mapping(fields);
    }

    private static FleetVerdict withLock(FleetVerdict winner, AgentOptions.Agent agent) {
        List<String> reasons = new ArrayList<>(winner.reasons());
        Membership.lock(winner.fleet(), agent.reported()).ifPresent(reasons::add);
        return new FleetVerdict(winner.fleet(), winner.result(), reasons);
    }

    private void print(FleetMatcher.Match match, List<FleetVerdict> verdicts) {
        surroundings
                .out()
                .println(
                        switch (match) {
                            case FleetMatcher.Match.Member(Fleet fleet) ->
                                    "fleet %s takes this agent".formatted(fleet.name());
                            case FleetMatcher.Match.Ambiguous ambiguous -> ambiguous.message();
                            case FleetMatcher.Match.Unassigned _ -> "no fleet takes this agent";
                        });
        for (FleetVerdict each : verdicts) {
            surroundings
                    .out()
                    .println(
                            "  %s: %s: %s"
                                    .formatted(
                                            each.fleet().name(),
                                            each.result().text(),
                                            String.join("; ", each.reasons()))
                                    .replaceAll("\\p{Cntrl}", "?"));
        }
    }

    private static Value value(
            FleetMatcher.Match match,
            List<FleetVerdict> verdicts,
            Map<String, String> view,
            List<Rollouts> rollouts) {
        Optional<String> winner =
                match instanceof FleetMatcher.Match.Member(Fleet fleet)
                        ? Optional.of(fleet.name())
                        : Optional.empty();
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("formatVersion", Value.of("1.0"));
        fields.put("fleet", winner.map(Value::of).orElse(Value.ofNull()));
        fields.put("attributes", Value.ofTexts(new TreeMap<>(view)));
        List<Value> fleets = new ArrayList<>();
        for (FleetVerdict each : verdicts) {
            Map<String, Value> verdict = new LinkedHashMap<>();
            verdict.put("name", Value.of(each.fleet().name()));
            verdict.put("priority", Value.of(each.fleet().match().priority()));
            verdict.put("result", Value.of(each.result().text()));
            verdict.put("reasons", Value.ofTexts(each.reasons()));
            fleets.add(new Value.Mapping(verdict));
        }
        fields.put("fleets", new Value.Sequence(fleets));
        fields.put(
                "rollouts",
                new Value.Sequence(rollouts.stream().map(MatchCommand::value).toList()));
        return new Value.Mapping(fields);
    }
}
