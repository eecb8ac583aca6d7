package dev.myriarch.gitops.api;

import dev.myriarch.base.SemanticVersion;
import dev.myriarch.gen.FacetCountDto;
import dev.myriarch.gen.FleetDto;
import dev.myriarch.gen.FleetStatsDto;
import dev.myriarch.gen.GitopsIssueDto;
import dev.myriarch.gen.GitopsStatusDto;
import dev.myriarch.gen.GitopsSyncDto;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.FleetMembers;
import dev.myriarch.gitops.GitopsStatus;
import dev.myriarch.gitops.GitopsStore;
import dev.myriarch.gitops.Issue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Turns fleets and the state of the repository into bodies of the API. */
final class GitopsBodies {
    private GitopsBodies() {}

    static FleetDto fleet(Fleet fleet, Map<String, FleetMembers.Members> counts) {
        FleetMembers.Members members = counts.getOrDefault(fleet.name(), FleetMembers.Members.NONE);
        return new FleetDto(
                fleet.name(),
                fleet.displayName(),
                fleet.presentation().description(),
                fleet.match().priority(),
                fleet.blueprint(),
                Optional.of(fleet.collector().distribution()).filter(name -> !name.isEmpty()),
                fleet.collector().version().map(SemanticVersion::toString),
                fleet.match().selector().words(),
                members.total(),
                facets(members),
                fleet.meta().origin().file(),
                fleet.meta().origin().line());
    }

    static FleetStatsDto fleetStats(String name, FleetMembers.Members members) {
        return new FleetStatsDto(name, members.total(), facets(members));
    }

    private static List<FacetCountDto> facets(FleetMembers.Members members) {
        List<FacetCountDto> facets = new ArrayList<>();
        members.sync().forEach((state, count) -> facets.add(new FacetCountDto(state, count)));
        return facets;
    }

    static GitopsStatusDto status(GitopsStatus status, String source) {
        return new GitopsStatusDto(
                status.state(),
                source,
                status.applied(),
                status.appliedAt(),
                status.latest(),
                status.checkedAt(),
                status.message(),
                status.issues().stream().map(GitopsBodies::issue).toList());
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

    static GitopsSyncDto sync(GitopsStore.SyncRecord sync) {
        return new GitopsSyncDto(
                sync.at(),
                sync.revision(),
                sync.result(),
                sync.changedObjects(),
                sync.errors(),
                sync.warnings(),
                sync.message());
    }
}
