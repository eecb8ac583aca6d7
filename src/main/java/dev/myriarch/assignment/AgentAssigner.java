package dev.myriarch.assignment;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.Assignment;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import java.util.Optional;

/** Gives an agent its fleet and configuration. Thread-safe. */
public interface AgentAssigner {
    /**
     * Evaluates the agent against the active snapshot and stores the result; called while an agent
     * registers, so it must be fast. Failures to render are stored as the assignment error.
     */
    void assign(AgentId id);

    /**
     * The same for an agent that was just read.
     *
     * @return what it is assigned now; empty when that has to be read
     */
    default Optional<Assigned> assign(Agent read) {
        assign(read.id());
        return Optional.empty();
    }

    /**
     * What an evaluation came to.
     *
     * @param desired what is offered
     * @param failed the hash that is not offered again
     */
    record Assigned(
            Optional<String> fleet, Optional<ConfigHash> desired, Optional<ConfigHash> failed) {
        static Assigned of(Assignment assignment) {
            return new Assigned(assignment.fleet(), assignment.desired(), assignment.failed());
        }

        /** As the store does: a new desired hash clears the failed marker. */
        static Assigned of(AssignmentStore.Swap swap) {
            return new Assigned(
                    swap.change().fleet(),
                    swap.change().desired(),
                    swap.change().changesDesired(swap.expected())
                            ? Optional.empty()
                            : swap.expected().failed());
        }
    }
}
