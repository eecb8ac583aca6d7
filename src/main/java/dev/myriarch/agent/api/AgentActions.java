package dev.myriarch.agent.api;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentAction;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.audit.AuditEvent;
import dev.myriarch.audit.AuditLog;
import dev.myriarch.auth.Principal;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.domain.AgentId;
import dev.myriarch.gen.ActionDto;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What operators do to agents. The wish is stored before anybody is told, so that the replica that
 * holds the connection finds it also when it hears nothing. Thread-safe.
 */
final class AgentActions {
    private final AgentStore agents;
    private final EventBus bus;
    private final AuditLog audit;
    private final InstantSource clock;

    AgentActions(AgentStore agents, EventBus bus, AuditLog audit, InstantSource clock) {
        this.agents = agents;
        this.bus = bus;
        this.audit = audit;
        this.clock = clock;
    }

    static List<ActionDto> of(Agent agent) {
        return Arrays.stream(AgentAction.values())
                .map(action -> {
                    Optional<AgentAction.Obstacle> obstacle = action.obstacle(agent);
                    return new ActionDto(
                            action.text(),
                            obstacle.isEmpty(),
                            obstacle.map(AgentAction.Obstacle::code),
                            obstacle.map(AgentAction.Obstacle::reason),
                            action.permission());
                })
                .toList();
    }

    /** Does it, or says why not; both are audited. */
    ApiResponse run(AgentAction action, Agent agent, ApiRequest request) {
        Principal principal =
                request.attribute(Principal.class)
                        .orElseThrow(() -> new IllegalStateException("nobody is signed in"));
        Instant now = clock.instant();
        Optional<AgentAction.Obstacle> obstacle = action.obstacle(agent);
        audit(action, agent.id(), principal, now, obstacle);
        if (obstacle.isPresent()) {
            throw new MyriarchException(
                    ErrorCode.PRECONDITION_FAILED,
                    "agent %s: %s".formatted(agent.id(), obstacle.get().reason()));
        }
        boolean found =
                switch (action) {
                    case RESTART -> agents.requestRestart(agent.id(), now);
                    case RESYNC -> agents.requestResync(agent.id(), now);
                    case RE_ENROLL -> agents.releaseCredential(agent.id(), now);
                };
        if (!found) {
            throw new MyriarchException(ErrorCode.NOT_FOUND, "there is no agent " + agent.id());
        }
        agents.addEvent(event(action, agent.id(), principal, now));
        bus.publish(new BusEvent.AgentCommanded(List.of(agent.id())));
        return new ApiResponse.Bytes(202, "", new byte[0], Map.of());
    }

    private void audit(
            AgentAction action,
            AgentId id,
            Principal principal,
            Instant now,
            Optional<AgentAction.Obstacle> obstacle) {
        audit.record(
                new AuditEvent(
                        now,
                        principal.reference(),
                        "agent." + action.text().replace('-', '_'),
                        "agent",
                        id.toString(),
                        obstacle.isEmpty(),
                        Value.ofTexts(
                                obstacle.map(reason -> Map.of("reason", reason.code()))
                                        .orElse(Map.of()))));
    }

    private static AgentEvent event(
            AgentAction action, AgentId id, Principal principal, Instant now) {
        String text =
                switch (action) {
                    case RESTART -> "a restart was asked for";
                    case RESYNC -> "the full state was asked for";
                    case RE_ENROLL -> "another credential may enroll as this agent";
                };
        String type =
                switch (action) {
                    case RESTART -> "restart_requested";
                    case RESYNC -> "resync_requested";
                    case RE_ENROLL -> "credential_released";
                };
        return new AgentEvent(
                id,
                now,
                type,
                "info",
                text,
                Value.ofTexts(
                        Map.of("by", principal.displayName(), "actor", principal.reference())));
    }
}
