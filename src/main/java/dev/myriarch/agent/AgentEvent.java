package dev.myriarch.agent;

import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import java.time.Instant;

/**
 * Something that happened to an agent.
 *
 * @param type registered, connected, disconnected, description_changed, attributes_cut,
 *     version_changed, health_changed, config_offered, config_applied, config_failed,
 *     identity_conflict, …
 * @param severity info, warning or error
 * @param text one line for people
 */
public record AgentEvent(
        AgentId agent,
        Instant at,
        String type,
        String severity,
        String text,
        Value.Mapping details) {}
