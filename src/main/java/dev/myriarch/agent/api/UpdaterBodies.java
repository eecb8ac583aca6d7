package dev.myriarch.agent.api;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.Reported;
import dev.myriarch.agent.UpdateAttempt;
import dev.myriarch.agent.UpdateAttempts;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.gen.AgentLinkDto;
import dev.myriarch.gen.UpdateAttemptDto;
import dev.myriarch.gen.UpdateStepDto;
import java.util.Optional;

/** Turns collectors and their updaters into bodies of the API. */
final class UpdaterBodies {
    private UpdaterBodies() {}

    /** The updater of a collector. */
    static Optional<AgentLinkDto> updater(Agent collector, Optional<Agent> partner) {
        return partner(collector.links().updater(), partner).map(updater -> link(updater, true));
    }

    /** The collector of an updater. */
    static Optional<AgentLinkDto> collector(Agent updater, Optional<Agent> partner) {
        return partner(updater.links().collector(), partner)
                .map(collector ->
                        link(
                                collector,
                                collector
                                        .links()
                                        .updater()
                                        .filter(updater.id()::equals)
                                        .isPresent()));
    }

    private static Optional<Agent> partner(Optional<AgentId> id, Optional<Agent> partner) {
        return partner.filter(agent -> id.filter(agent.id()::equals).isPresent());
    }

    private static AgentLinkDto link(Agent partner, boolean active) {
        return new AgentLinkDto(
                partner.id().uuid(),
                partner.description().hostName(),
                partner.description().version(),
                partner.connection().online() ? "online" : "offline",
                active);
    }

    /** What the updater tells; a collector is told of by its updater. */
    static Optional<UpdateAttemptDto> attempt(Agent agent, Optional<Agent> partner) {
        Optional<Agent> updater =
                agent.kind() == AgentKind.UPDATER
                        ? Optional.of(agent)
                        : partner(agent.links().updater(), partner);
        return updater.map(Agent::reported)
                .flatMap(Reported::health)
                .flatMap(UpdateAttempts::of)
                .map(UpdaterBodies::attempt);
    }

    private static UpdateAttemptDto attempt(UpdateAttempt attempt) {
        return new UpdateAttemptDto(
                attempt.phase().text(),
                attempt.version(),
                attempt.from(),
                attempt.broken(),
                attempt.error(),
                attempt.startedAt(),
                attempt.changedAt(),
                attempt.steps().stream().map(UpdaterBodies::step).toList());
    }

    private static UpdateStepDto step(UpdateAttempt.Step step) {
        return new UpdateStepDto(
                step.phase().text(),
                step.state().text(),
                step.startedAt(),
                step.changedAt(),
                step.error());
    }
}
