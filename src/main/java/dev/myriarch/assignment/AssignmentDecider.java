package dev.myriarch.assignment;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.Assignment;
import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.blueprint.RenderRequest;
import dev.myriarch.blueprint.RenderResult;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.FleetMatcher;
import dev.myriarch.gitops.Snapshot;
import java.util.Map;
import java.util.Optional;

/** Which fleet and which configuration an agent gets. Pure. */
public final class AssignmentDecider {
    private AssignmentDecider() {}

    /** How the evaluation of an agent went. */
    public enum Result {
        /** It has a fleet and a configuration. */
        ASSIGNED,
        /** No fleet selects it, or it is of a kind that none can. */
        UNASSIGNED,
        /** Several fleets select it with the same priority. */
        AMBIGUOUS,
        /** A Bridge whose configuration is not ours to give. */
        BRIDGE_LOCKED,
        /** Its configuration cannot be rendered. */
        RENDER_ERROR
    }

    /**
     * @param rendering what has to be stored before the change is
     */
    public record Decision(
            Result result,
            AssignmentChange change,
            Optional<RenderedConfigStore.RenderedConfig> rendering) {}

    /**
     * @param components what the agent's collector contains, when it is known
     */
    public static Decision decide(
            Snapshot snapshot,
            Agent agent,
            Optional<ComponentSet> components,
            ChangeAdmission admission) {
        AgentFacts facts = AgentFacts.of(snapshot, agent);
        Map<String, String> labels = facts.labels();
        Outcome unassigned = Outcome.unassigned(agent.assignment(), labels);
        if (!facts.isAssignable()) {
            return unassigned.decision(Result.UNASSIGNED, "");
        }
        return switch (FleetMatcher.match(snapshot.fleets(), facts.view())) {
            case FleetMatcher.Match.Unassigned _ -> unassigned.decision(Result.UNASSIGNED, "");
            case FleetMatcher.Match.Ambiguous ambiguous ->
                    unassigned.decision(Result.AMBIGUOUS, ambiguous.message());
            case FleetMatcher.Match.Member(Fleet fleet) -> {
                Optional<String> lock = facts.lock(fleet);
                yield lock.isPresent()
                        ? locked(labels, fleet, lock.get())
                        : member(
                                new Membership(snapshot, fleet, agent, labels, admission),
                                facts.context(components));
            }
        };
    }

    private record Outcome(Assignment before, Map<String, String> labels) {
        static Outcome unassigned(Assignment before, Map<String, String> labels) {
            return new Outcome(before, labels);
        }

        /** It keeps running, and being offered, what it has. */
        Decision decision(Result result, String error) {
            AssignmentChange change =
                    new AssignmentChange(
                            labels,
                            Optional.empty(),
                            Optional.empty(),
                            before.desired(),
                            Optional.empty(),
                            error);
            return new Decision(result, change, Optional.empty());
        }
    }

    /** A locked Bridge is a member, and is offered nothing. */
    private static Decision locked(Map<String, String> labels, Fleet fleet, String reason) {
        AssignmentChange change =
                new AssignmentChange(
                        labels,
                        Optional.of(fleet.name()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        reason);
        return new Decision(Result.BRIDGE_LOCKED, change, Optional.empty());
    }

    private record Membership(
            Snapshot snapshot,
            Fleet fleet,
            Agent agent,
            Map<String, String> labels,
            ChangeAdmission admission) {
        /** A version is no matter of a Bridge. */
        Optional<String> targetVersion() {
            return agent.kind() == AgentKind.BRIDGE
                    ? Optional.empty()
                    : fleet.collector().version().map(Object::toString);
        }

        AssignmentChange change(
                Optional<ConfigHash> assigned, Optional<ConfigHash> desired, String error) {
            return new AssignmentChange(
                    labels, Optional.of(fleet.name()), assigned, desired, targetVersion(), error);
        }

        /** A first configuration and that of a new fleet are offered at once. */
        Optional<ConfigHash> desired(ConfigHash assigned) {
            Assignment before = agent.assignment();
            boolean bootstrap =
                    before.desired().isEmpty() || !before.fleet().equals(Optional.of(fleet.name()));
            boolean isOffered = before.desired().equals(Optional.of(assigned));
            return bootstrap || (!isOffered && admission.admits(before, assigned))
                    ? Optional.of(assigned)
                    : before.desired();
        }
    }

    private static Decision member(Membership member, RenderRequest.AgentContext context) {
        Assignment before = member.agent().assignment();
        return switch (member.snapshot().render(member.fleet(), context)) {
            case RenderResult.Failed failed ->
                    new Decision(
                            Result.RENDER_ERROR,
                            member.change(before.assigned(), before.desired(), failed.summary()),
                            Optional.empty());
            case RenderResult.Rendered rendered ->
                    new Decision(
                            Result.ASSIGNED,
                            member.change(
                                    Optional.of(rendered.hash()),
                                    member.desired(rendered.hash()),
                                    ""),
                            Optional.of(
                                    new RenderedConfigStore.RenderedConfig(
                                            rendered.hash(),
                                            rendered.body(),
                                            member.fleet().name(),
                                            member.fleet().blueprint(),
                                            member.snapshot().revision(),
                                            rendered.layers())));
        };
    }
}
