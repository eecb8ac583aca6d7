package dev.myriarch.gitops.api;

import dev.myriarch.audit.AuditEvent;
import dev.myriarch.audit.AuditLog;
import dev.myriarch.auth.Principal;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.gen.FacetCountDto;
import dev.myriarch.gen.FleetDto;
import dev.myriarch.gen.FleetListDto;
import dev.myriarch.gen.FleetStatsDto;
import dev.myriarch.gen.GitopsIssueDto;
import dev.myriarch.gen.GitopsStatusDto;
import dev.myriarch.gen.GitopsSyncDto;
import dev.myriarch.gen.GitopsSyncListDto;
import dev.myriarch.gen.Operation;
import dev.myriarch.gitops.GitopsStatus;
import dev.myriarch.gitops.Issue;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Fleets and the state of the repository. Thread-safe. */
public final class GitopsHandlers {
    private static final int SYNCS = 100;

    private final FleetDirectory fleets;
    private final FleetMembers members;
    private final GitopsView gitops;
    private final EventBus bus;
    private final AuditLog audit;
    private final InstantSource clock;

    public GitopsHandlers(
            FleetDirectory fleets,
            FleetMembers members,
            GitopsView gitops,
            EventBus bus,
            AuditLog audit,
            InstantSource clock) {
        this.fleets = fleets;
        this.members = members;
        this.gitops = gitops;
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
        GitopsStatus status = gitops.status();
        return new GitopsStatusDto(
                status.state(),
                gitops.source(),
                status.applied(),
                status.appliedAt(),
                status.latest(),
                status.checkedAt(),
                status.message(),
                status.issues().stream().map(GitopsHandlers::issue).toList());
    }

    /**
     * Members of every fleet for the overview: fleets of the snapshot without any, fleets that are
     * gone but still have some, and under the empty name the agents without a fleet.
     */
    public List<FleetStatsDto> fleetStats() {
        Map<String, FleetMembers.Members> counts = new TreeMap<>(members.counts());
        fleets.fleets()
                .forEach(fleet -> counts.putIfAbsent(fleet.name(), FleetMembers.Members.NONE));
        List<FleetStatsDto> stats = new ArrayList<>();
        counts.forEach(
                (name, count) -> stats.add(new FleetStatsDto(name, count.total(), facets(count))));
        return stats;
    }

    private ApiResponse listFleets() {
        Map<String, FleetMembers.Members> counts = members.counts();
        return ApiResponse.json(
                new FleetListDto(
                                fleets.fleets().stream().map(fleet -> body(fleet, counts)).toList())
                        .toValue());
    }

    private ApiResponse fleet(ApiRequest request) {
        String name = request.path("name");
        FleetDirectory.FleetView fleet = fleets.fleet(name).orElseThrow(() -> notFound(name));
        return ApiResponse.json(body(fleet, members.counts()).toValue());
    }

    /** Where names are wrong, the right ones help; few enough to read. */
    private MyriarchException notFound(String name) {
        List<String> known =
                fleets.fleets().stream().map(FleetDirectory.FleetView::name).limit(20).toList();
        return new MyriarchException(
                ErrorCode.NOT_FOUND,
                "the active revision has no fleet "
                        + name
                        + (known.isEmpty()
                                ? ", and no other one"
                                : "; there are " + String.join(", ", known)));
    }

    private static FleetDto body(
            FleetDirectory.FleetView fleet, Map<String, FleetMembers.Members> counts) {
        FleetMembers.Members count = counts.getOrDefault(fleet.name(), FleetMembers.Members.NONE);
        return new FleetDto(
                fleet.name(),
                fleet.displayName(),
                fleet.description(),
                fleet.priority(),
                fleet.blueprint(),
                fleet.distribution(),
                fleet.version(),
                fleet.selector(),
                count.total(),
                facets(count),
                fleet.file(),
                fleet.line());
    }

    private static List<FacetCountDto> facets(FleetMembers.Members count) {
        List<FacetCountDto> facets = new ArrayList<>();
        for (String state : new TreeSet<>(count.sync().keySet())) {
            facets.add(new FacetCountDto(state, count.sync().getOrDefault(state, 0L)));
        }
        return facets;
    }

    private static GitopsIssueDto issue(Issue issue) {
        return new GitopsIssueDto(
                issue.code(),
                issue.severity().name().toLowerCase(Locale.ROOT),
                issue.message(),
                issue.file(),
                issue.line(),
                issue.column(),
                issue.object(),
                issue.path());
    }

    private ApiResponse syncs() {
        return ApiResponse.json(
                new GitopsSyncListDto(
                                gitops.syncs(SYNCS).stream().map(GitopsHandlers::body).toList())
                        .toValue());
    }

    private static GitopsSyncDto body(GitopsView.Sync sync) {
        return new GitopsSyncDto(
                sync.at(),
                sync.revision(),
                sync.result(),
                sync.changedObjects(),
                sync.errors(),
                sync.warnings(),
                sync.message());
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
                        gitops.source(),
                        true,
                        Value.emptyMapping()));
        bus.publish(new BusEvent.GitopsSyncRequested());
        return new ApiResponse.Bytes(202, "", new byte[0], Map.of());
    }
}
