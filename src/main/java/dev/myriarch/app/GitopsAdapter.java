package dev.myriarch.app;

import dev.myriarch.agent.pg.FleetCountsPg;
import dev.myriarch.base.SemanticVersion;
import dev.myriarch.gitops.ActiveSnapshot;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.GitopsStatus;
import dev.myriarch.gitops.GitopsStore;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.gitops.api.FleetDirectory;
import dev.myriarch.gitops.api.FleetMembers;
import dev.myriarch.gitops.api.GitopsView;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the REST handlers ask, answered from the active snapshot and the stores. Thread-safe. */
final class GitopsAdapter implements FleetDirectory, FleetMembers, GitopsView {
    private final ActiveSnapshot snapshot;
    private final GitopsStore store;
    private final FleetCountsPg counts;
    private final String source;

    GitopsAdapter(ActiveSnapshot snapshot, GitopsStore store, FleetCountsPg counts, String source) {
        this.snapshot = snapshot;
        this.store = store;
        this.counts = counts;
        this.source = source;
    }

    @Override
    public List<FleetView> fleets() {
        return snapshot.current().map(Snapshot::fleets).orElse(List.of()).stream()
                .map(GitopsAdapter::view)
                .sorted(Comparator.comparing(FleetView::name))
                .toList();
    }

    @Override
    public Optional<FleetView> fleet(String name) {
        return snapshot.current().flatMap(s -> s.fleet(name)).map(GitopsAdapter::view);
    }

    private static FleetView view(Fleet fleet) {
        return new FleetView(
                fleet.meta().name(),
                fleet.displayName(),
                fleet.presentation().description(),
                fleet.match().priority(),
                fleet.blueprint(),
                Optional.of(fleet.collector().distribution()),
                fleet.collector().version().map(SemanticVersion::toString),
                fleet.match().selector().words(),
                fleet.meta().origin().file(),
                fleet.meta().origin().line());
    }

    @Override
    public Map<String, Members> counts() {
        Map<String, Members> members = new HashMap<>();
        counts.counts().forEach((fleet, sync) -> members.put(fleet, new Members(sync)));
        return members;
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public GitopsStatus status() {
        return store.status();
    }

    @Override
    public List<Sync> syncs(int limit) {
        return store.syncs(limit).stream().map(GitopsAdapter::sync).toList();
    }

    private static Sync sync(GitopsStore.SyncRecord entry) {
        return new Sync(
                entry.at(),
                entry.revision(),
                entry.result(),
                entry.changedObjects(),
                entry.errors(),
                entry.warnings(),
                entry.message());
    }
}
