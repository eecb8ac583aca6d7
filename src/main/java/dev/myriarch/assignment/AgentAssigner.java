package dev.myriarch.assignment;

import dev.myriarch.domain.AgentId;

/** Gives an agent its fleet and configuration. Thread-safe. */
public interface AgentAssigner {
    /**
     * Evaluates the agent against the active snapshot and stores the result; called while an agent
     * registers, so it must be fast. Failures to render are stored as the assignment error.
     */
    void assign(AgentId id);
}
