package dev.myriarch.gitops.api;

import dev.myriarch.audit.AuditEvent;
import dev.myriarch.audit.AuditLog;
import dev.myriarch.auth.Principal;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.gen.FleetListDto;
import dev.myriarch.gen.FleetStatsDto;
import dev.myriarch.gen.GitopsStatusDto;
import dev.myriarch.gen.GitopsSyncListDto;
import dev.myriarch.gen.Operation;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.FleetMembers;
import dev.myriarch.gitops.GitopsStore;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Fleets and the state of the repository. Thread-safe. */
public final class GitopsHandlers {
    private static final int SYNCS = 100;

    /** Names that an error message lists at most. */
    private static final int NAMES = 20;

    private final Supplier<Optional<Snapshot>> active;
    private final FleetMembers members;
    private final GitopsStore gitops;
    private final String source;
    private final EventBus bus;
    private final AuditLog audit;
    private final InstantSource clock;

    /**
     * @param active the snapshot that rules now
     * @param source where the repository is, without credentials
     */
    public GitopsHandlers(
            Supplier<Optional<Snapshot>> active,
            FleetMembers members,
            GitopsStore gitops,
            String source,
            EventBus bus,
            AuditLog audit,
            InstantSource clock) {
        this.active = active;
        this.members = members;
        this.gitops = gitops;
        this.source = source;
        this.bus = bus;
        this.audit = audit;
        this.clock = clock;
    }

    public Map<Operation, ApiHandler> handlers() {
        return Map.of(
                Operation.LIST_FLEETS, _ -> listFleets(),
                Operation.GET_FLEET, this::fleet,
                Operation.GET_GITOPS_STATUS, _ -> ApiResponse.json(status().toValue()),
                Operation.LIST_GITOPS_SYNCS, _ -> syncs(),
                Operation.SYNC_GITOPS, this::sync);
    }

    /** The state of the repository, also for the overview. */
    public GitopsStatusDto status() {
        return GitopsBodies.status(gitops.status(), source);
    }

    /**
     * Members of every fleet for the overview: fleets of the snapshot without any, fleets that are
     * gone but still have some, and under the empty name the agents without a fleet.
     */
    public List<FleetStatsDto> fleetStats() {
        Map<String, FleetMembers.Members> counts = new TreeMap<>(members.counts());
        fleets().forEach(fleet -> counts.putIfAbsent(fleet.name(), FleetMembers.Members.NONE));
        List<FleetStatsDto> stats = new ArrayList<>();
        counts.forEach((name, count) -> stats.add(GitopsBodies.fleetStats(name, count)));
        return stats;
    }

    private List<Fleet> fleets() {
        return active.get().map(Snapshot::fleets).orElse(List.of());
    }

    private ApiResponse listFleets() {
        Map<String, FleetMembers.Members> counts = members.counts();
        return ApiResponse.json(
                new FleetListDto(
                                fleets().stream()
                                        .map(fleet -> GitopsBodies.fleet(fleet, counts))
                                        .toList())
                        .toValue());
    }

    private ApiResponse fleet(ApiRequest request) {
        String name = request.path("name");
        Fleet fleet =
                active.get()
                        .flatMap(snapshot -> snapshot.fleet(name))
                        .orElseThrow(() -> notFound(name));
        return ApiResponse.json(GitopsBodies.fleet(fleet, members.counts()).toValue());
    }

    /** Where a name is wrong, the right ones help; few enough to read. */
    private MyriarchException notFound(String name) {
        List<String> known = fleets().stream().map(Fleet::name).limit(NAMES).toList();
        return new MyriarchException(
                ErrorCode.NOT_FOUND,
                "the active revision has no fleet "
                        + name
                        + (known.isEmpty()
                                ? ", and no other one"
                                : "; there are " + String.join(", ", known)));
    }

    private ApiResponse syncs() {
        return ApiResponse.json(
                new GitopsSyncListDto(gitops.syncs(SYNCS).stream().map(GitopsBodies::sync).toList())
                        .toValue());
    }

    /** The leader syncs, wherever it is; the answer does not wait for it. */
    private ApiResponse sync(ApiRequest request) {
        Principal principal =
                request.attribute(Principal.class)
                        .orElseThrow(() -> new IllegalStateException("nobody is signed in"));
        audit.record(
                new AuditEvent(
                        clock.instant(),
                        principal.reference(),
                        "gitops.sync",
                        "repository",
                        source,
                        true,
                        Value.emptyMapping()));
        bus.publish(new BusEvent.GitopsSyncRequested());
        return new ApiResponse.Bytes(202, "", new byte[0], Map.of());
    }
}
