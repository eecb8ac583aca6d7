package dev.myriarch.agent.api;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentFacets;
import dev.myriarch.agent.AgentPage;
import dev.myriarch.agent.Assignment;
import dev.myriarch.agent.ConfigProof;
import dev.myriarch.agent.Connection;
import dev.myriarch.agent.Description;
import dev.myriarch.agent.PackageReport;
import dev.myriarch.agent.Reported;
import dev.myriarch.agent.Upkeep;
import dev.myriarch.base.Value;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.gen.AgentConfigStateDto;
import dev.myriarch.gen.AgentConnectionDto;
import dev.myriarch.gen.AgentDetailDto;
import dev.myriarch.gen.AgentEventDto;
import dev.myriarch.gen.AgentFacetsDto;
import dev.myriarch.gen.AgentHealthDto;
import dev.myriarch.gen.AgentPackageDto;
import dev.myriarch.gen.AgentPackagesDto;
import dev.myriarch.gen.AgentPageDto;
import dev.myriarch.gen.AgentSummaryDto;
import dev.myriarch.gen.ConfigDifferenceDto;
import dev.myriarch.gen.FacetCountDto;
import dev.myriarch.gen.FacetDto;
import dev.myriarch.gen.IdentityConflictDto;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Turns agents into bodies of the API. */
final class AgentBodies {
    private AgentBodies() {}

    static AgentPageDto page(AgentPage page) {
        return new AgentPageDto(
                page.items().stream().map(AgentBodies::summary).toList(),
                page.page(),
                page.pageSize(),
                page.total());
    }

    static AgentSummaryDto summary(Agent agent) {
        Description description = agent.description();
        return new AgentSummaryDto(
                agent.id().uuid(),
                agent.kind().text(),
                description.hostName(),
                description.serviceName(),
                description.version(),
                description.osType(),
                agent.connection().online() ? "online" : "offline",
                agent.reported()
                        .healthy()
                        .map(healthy -> healthy ? "healthy" : "unhealthy")
                        .orElse("unknown"),
                agent.assignment().fleet(),
                agent.assignment().sync(),
                proof(agent).map(ConfigProof::result).orElse(ConfigProof.Result.UNKNOWN).text(),
                agent.links().updater().isPresent(),
                AgentCause.of(agent),
                agent.connection().lastSeenAt());
    }

    /**
     * @param partner the updater of a collector, or the collector of an updater
     */
    static AgentDetailDto detail(
            Agent agent, Optional<Map<String, List<String>>> components, Optional<Agent> partner) {
        Description description = agent.description();
        return new AgentDetailDto(
                summary(agent),
                new TreeMap<>(description.identifying()),
                new TreeMap<>(description.nonIdentifying()),
                new TreeMap<>(description.labels()),
                Capabilities.names(description.capabilities()),
                connection(agent.connection()),
                health(agent.reported()),
                configState(agent),
                components.map(TreeMap::new),
                agent.reported().packages().map(AgentBodies::packages),
                UpdaterBodies.updater(agent, partner),
                UpdaterBodies.collector(agent, partner),
                Optional.of(agent.links().refusal()).filter(refusal -> !refusal.isEmpty()),
                UpdaterBodies.attempt(agent, partner),
                agent.upkeep().restartRequested(),
                agent.upkeep().resyncRequested(),
                agent.upkeep().conflict().map(AgentBodies::conflict),
                AgentActions.of(agent),
                agent.createdAt());
    }

    private static AgentPackagesDto packages(PackageReport report) {
        List<AgentPackageDto> packages = new ArrayList<>();
        report.packages()
                .forEach((name, state) ->
                        packages.add(
                                new AgentPackageDto(
                                        name,
                                        state.version(),
                                        state.hash().map(ConfigHash::hex),
                                        state.offeredVersion(),
                                        state.offeredHash().map(ConfigHash::hex),
                                        state.status().text(),
                                        state.error(),
                                        state.percent().stream().boxed().findFirst())));
        return new AgentPackagesDto(
                report.offered().map(ConfigHash::hex), report.error(), packages);
    }

    private static IdentityConflictDto conflict(Upkeep.Conflict conflict) {
        return new IdentityConflictDto(
                conflict.at(), conflict.count(), conflict.reason(), conflict.isQuarantine());
    }

    private static AgentConnectionDto connection(Connection connection) {
        return new AgentConnectionDto(
                connection.online(),
                connection.replica(),
                connection.transport(),
                connection.remoteAddress(),
                connection.connectedAt(),
                connection.disconnectedAt(),
                connection.cause().map(DisconnectCause::text),
                connection.lastSeenAt());
    }

    private static Optional<AgentHealthDto> health(Reported reported) {
        if (reported.healthy().isEmpty() || reported.healthAt().isEmpty()) {
            return Optional.empty();
        }
        Value.Mapping tree =
                reported.health().orElse(Value.emptyMapping()) instanceof Value.Mapping mapping
                        ? mapping
                        : Value.emptyMapping();
        return Optional.of(
                new AgentHealthDto(reported.healthy().get(), reported.healthAt().get(), tree));
    }

    private static Optional<ConfigProof> proof(Agent agent) {
        return agent.reported().proofOf(agent.assignment().desired());
    }

    private static AgentConfigStateDto configState(Agent agent) {
        Assignment assignment = agent.assignment();
        Reported reported = agent.reported();
        Optional<Reported.RemoteConfig> remote = reported.remoteConfig();
        Optional<ConfigProof> proof = proof(agent);
        return new AgentConfigStateDto(
                assignment.sync(),
                assignment.assigned().map(ConfigHash::hex),
                assignment.desired().map(ConfigHash::hex),
                assignment.failed().map(ConfigHash::hex),
                reported.effectiveConfig().map(ConfigHash::hex),
                reported.effectiveConfigAt(),
                remote.flatMap(Reported.RemoteConfig::hash).map(ConfigHash::hex),
                remote.map(status -> status.status().text()),
                remote.map(Reported.RemoteConfig::error).filter(error -> !error.isEmpty()),
                remote.map(Reported.RemoteConfig::at),
                assignment.assignedAt(),
                proof.map(ConfigProof::result).orElse(ConfigProof.Result.UNKNOWN).text(),
                proof.map(AgentBodies::differences),
                proof.map(ConfigProof::leftOut),
                assignment.error());
    }

    private static List<ConfigDifferenceDto> differences(ConfigProof proof) {
        return proof.differences().stream()
                .map(difference ->
                        new ConfigDifferenceDto(
                                difference.path(), difference.offered(), difference.reported()))
                .toList();
    }

    static AgentEventDto event(AgentEvent event) {
        return new AgentEventDto(
                event.at(),
                event.type(),
                event.severity(),
                event.text(),
                Optional.of(event.details()).filter(details -> !details.entries().isEmpty()));
    }

    static AgentFacetsDto facets(AgentFacets facets) {
        List<FacetDto> dimensions = new ArrayList<>();
        facets.dimensions()
                .forEach((name, counts) ->
                        dimensions.add(
                                new FacetDto(
                                        name,
                                        counts.stream()
                                                .map(count ->
                                                        new FacetCountDto(
                                                                count.value(), count.count()))
                                                .toList())));
        return new AgentFacetsDto(facets.total(), dimensions);
    }
}
