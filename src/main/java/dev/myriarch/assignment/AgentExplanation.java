package dev.myriarch.assignment;

import dev.myriarch.agent.Agent;
import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.blueprint.Explanation;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.FleetMatcher;
import dev.myriarch.gitops.FleetVerdict;
import dev.myriarch.gitops.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the active revision means for an agent, and why.
 *
 * @param revision the active one
 * @param labels of its token and of the inventory
 * @param verdicts what became of each fleet
 * @param fleet the one that it belongs to
 * @param reason why there is no fleet, or why the fleet does not configure it; empty when it does
 * @param rendering present when {@code reason} is empty
 */
public record AgentExplanation(
        String revision,
        Map<String, String> labels,
        List<FleetVerdict> verdicts,
        Optional<Fleet> fleet,
        String reason,
        Optional<Explanation> rendering) {
    public AgentExplanation {
        labels = new TreeMap<>(labels);
        verdicts = List.copyOf(verdicts);
    }

    /**
     * @param components what the agent's collector contains, when it is known
     * @param path which values of the configuration are told; see {@link Snapshot#explain}
     */
    public static AgentExplanation of(
            Snapshot snapshot, Agent agent, Optional<ComponentSet> components, String path) {
        AgentFacts facts = AgentFacts.of(snapshot, agent);
        List<FleetVerdict> verdicts = FleetVerdict.all(snapshot.fleets(), facts.view());
        AgentExplanation without =
                new AgentExplanation(
                        snapshot.revision(),
                        facts.labels(),
                        verdicts,
                        Optional.empty(),
                        "",
                        Optional.empty());
        if (!facts.isAssignable()) {
            return without.because("only collectors belong to fleets");
        }
        return switch (FleetMatcher.match(snapshot.fleets(), facts.view())) {
            case FleetMatcher.Match.Unassigned _ -> without.because("no fleet takes this agent");
            case FleetMatcher.Match.Ambiguous ambiguous -> without.because(ambiguous.message());
            case FleetMatcher.Match.Member(Fleet fleet) -> {
                Optional<String> lock = facts.lock(fleet);
                yield new AgentExplanation(
                        snapshot.revision(),
                        facts.labels(),
                        verdicts,
                        Optional.of(fleet),
                        lock.orElse(""),
                        lock.isPresent()
                                ? Optional.empty()
                                : Optional.of(
                                        snapshot.explain(
                                                fleet, facts.context(components), Map.of(), path)));
            }
        };
    }

    private AgentExplanation because(String text) {
        return new AgentExplanation(revision, labels, verdicts, fleet, text, rendering);
    }
}
