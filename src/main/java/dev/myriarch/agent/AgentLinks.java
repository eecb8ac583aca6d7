package dev.myriarch.agent;

import dev.myriarch.domain.AgentId;
import java.util.Objects;
import java.util.Optional;

/**
 * Which collector and which updater belong together.
 *
 * @param updater of a collector: the one that is offered its packages. Of several that are linked,
 *     those that are online come first, then the one that connected last
 * @param collector of an updater: the one that it is linked to
 * @param refusal of an updater: why it is not linked to the collector that it names; empty when it
 *     is, or names none, or one that is not there
 */
public record AgentLinks(Optional<AgentId> updater, Optional<AgentId> collector, String refusal) {
    public static final AgentLinks NONE = new AgentLinks(Optional.empty(), Optional.empty(), "");

    public AgentLinks {
        Objects.requireNonNull(updater, "updater");
        Objects.requireNonNull(collector, "collector");
        Objects.requireNonNull(refusal, "refusal");
    }
}
