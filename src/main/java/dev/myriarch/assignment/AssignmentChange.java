package dev.myriarch.assignment;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.Assignment;
import dev.myriarch.domain.ConfigHash;
import java.util.Map;
import java.util.Optional;

/**
 * The assignment that an agent is to have.
 *
 * @param labels effective labels: token labels overlaid by the inventory
 * @param desired what is offered; a new one clears the failed marker
 * @param error why the agent is unassigned or keeps what it has; empty when there is nothing
 */
public record AssignmentChange(
        Map<String, String> labels,
        Optional<String> fleet,
        Optional<ConfigHash> assigned,
        Optional<ConfigHash> desired,
        Optional<String> targetVersion,
        String error) {
    public AssignmentChange {
        labels = Map.copyOf(labels);
    }

    /** Whether storing it would change anything of {@code agent}. */
    public boolean differsFrom(Agent agent) {
        Assignment before = agent.assignment();
        return !labels.equals(agent.description().labels())
                || !fleet.equals(before.fleet())
                || !assigned.equals(before.assigned())
                || !desired.equals(before.desired())
                || !targetVersion.equals(before.targetVersion())
                || !error.equals(before.error());
    }

    /** Whether the agent has to be offered something else than before. */
    public boolean changesDesired(Assignment before) {
        return !desired.equals(before.desired());
    }
}
