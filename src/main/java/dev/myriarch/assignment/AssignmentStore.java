package dev.myriarch.assignment;

import dev.myriarch.agent.Assignment;
import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.List;

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
}
