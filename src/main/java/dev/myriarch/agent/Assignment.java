package dev.myriarch.agent;

import dev.myriarch.domain.ConfigHash;
import java.time.Instant;
import java.util.Optional;

/**
 * What the server wants of an agent.
 *
 * @param fleet name of the fleet; empty when unassigned
 * @param assigned what the current revision renders for the agent
 * @param desired what is offered now
 * @param failed the hash that the agent reported as failed; not offered again
 * @param error why the agent is unassigned or keeps an older configuration; empty when there is
 *     none
 * @param sync computed by the database: {@code none in_sync pending failed drift}
 */
public record Assignment(
        Optional<String> fleet,
        Optional<ConfigHash> assigned,
        Optional<ConfigHash> desired,
        Optional<ConfigHash> failed,
        Optional<String> targetVersion,
        String error,
        Optional<Instant> assignedAt,
        String sync) {}
