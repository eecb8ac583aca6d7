package dev.myriarch.assignment;

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
    boolean compareAndSet(AgentId id, Assignment expected, AssignmentChange change, Instant now);

    /**
     * The same for several agents in one transaction, or for each by itself when one of them cannot
     * be stored.
     *
     * @return those whose change was stored
     */
    Set<AgentId> compareAndSetAll(List<Swap> swaps, Instant now);

    /** A change of one agent. */
    record Swap(AgentId id, Assignment expected, AssignmentChange change) {}
}
