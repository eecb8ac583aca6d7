package dev.myriarch.system.api;

import dev.myriarch.gen.AgentFacetsDto;
import dev.myriarch.gen.FleetStatsDto;
import dev.myriarch.gen.GitopsStatusDto;
import dev.myriarch.gen.Operation;
import dev.myriarch.gen.ReplicaDto;
import dev.myriarch.gen.StatsDto;
import dev.myriarch.gen.SystemInfoDto;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiResponse;
import dev.myriarch.system.Replicas;
import dev.myriarch.system.ServerIdentity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** System information and the counts of the overview. Thread-safe. */
public final class SystemHandlers {
    private final ServerIdentity server;
    private final Replicas replicas;
    private final Overview overview;

    public SystemHandlers(ServerIdentity server, Replicas replicas, Overview overview) {
        this.server = server;
        this.replicas = replicas;
        this.overview = overview;
    }

    public Map<Operation, ApiHandler> handlers() {
        return Map.of(
                Operation.GET_SYSTEM_INFO, _ -> info(),
                Operation.GET_STATS, _ -> stats());
    }

    private ApiResponse info() {
        return ApiResponse.json(
                new SystemInfoDto(
                                server.version(),
                                server.publicUrl().toString(),
                                server.opampUrl(),
                                server.startedAt(),
                                replicas())
                        .toValue());
    }

    /** A leader that crashed keeps its mark until it is removed, so only the latest one counts. */
    private List<ReplicaDto> replicas() {
        List<Replicas.Replica> alive = replicas.alive();
        Optional<String> leader =
                alive.stream()
                        .filter(Replicas.Replica::leader)
                        .max(Comparator.comparing(Replicas.Replica::heartbeatAt))
                        .map(Replicas.Replica::id);
        return alive.stream()
                .map(one -> replica(one, leader.equals(Optional.of(one.id()))))
                .toList();
    }

    private static ReplicaDto replica(Replicas.Replica replica, boolean leader) {
        return new ReplicaDto(
                replica.id(),
                replica.version(),
                leader,
                replica.connections(),
                replica.heartbeatAt());
    }

    private ApiResponse stats() {
        AgentFacetsDto facets = overview.agents().get();
        return ApiResponse.json(
                new StatsDto(
                                facets.total(),
                                facets,
                                overview.fleets().get(),
                                overview.gitops().get())
                        .toValue());
    }

    /** What the capabilities contribute; each of them knows its own part only. */
    public record Overview(
            Supplier<AgentFacetsDto> agents,
            Supplier<List<FleetStatsDto>> fleets,
            Supplier<GitopsStatusDto> gitops) {}
}
