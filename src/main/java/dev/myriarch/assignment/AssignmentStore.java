package dev.myriarch.assignment;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.Assignment;
import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Writes of the assignment columns of agents. */
public interface AssignmentStore {
    /** All agents, by id. */
    List<AgentId> agentIds();

    /**
     * Stores an assignment, but only when the stored one still is {@code expected}: several
     * replicas may evaluate the same agent at the same time. A new desired hash clears the failed
     * marker in the same statement.
     *
     * @return whether it was stored
     */
    default boolean compareAndSet(
            AgentId id, Assignment expected, AssignmentChange change, Instant now) {
        return compareAndSet(new Swap(id, expected, change, List.of()), now);
    }

    /** The same, with what there is to tell of it. */
    boolean compareAndSet(Swap swap, Instant now);

    /**
     * The same for several agents in one transaction, or for each by itself when one of them cannot
     * be stored.
     *
     * @return those whose change was stored
     */
    Set<AgentId> compareAndSetAll(List<Swap> swaps, Instant now);

    /**
     * A change of one agent.
     *
     * @param events stored with the change
     */
    record Swap(AgentId id, Assignment expected, AssignmentChange change, List<AgentEvent> events) {
        public Swap {
            events = List.copyOf(events);
        }
    }
}
