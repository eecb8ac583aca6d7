package dev.myriarch.app;

import dev.myriarch.assignment.AssignmentService;
import dev.myriarch.assignment.ImmediateAdmission;
import dev.myriarch.cluster.AlwaysLeader;
import dev.myriarch.cluster.Leadership;
import dev.myriarch.cluster.LocalEventBus;
import dev.myriarch.db.PooledDatabase;
import dev.myriarch.gitops.ActiveSnapshot;
import dev.myriarch.gitops.GitopsSyncer;
import dev.myriarch.gitops.RepositorySource;
import dev.myriarch.metrics.Counter;
import dev.myriarch.metrics.MetricRegistry;
import java.time.InstantSource;
import java.util.List;

/** The parts below the endpoints: state, events, the repository and who gets what from it. */
record Core(
        InstantSource clock,
        Leadership leadership,
        MetricRegistry metrics,
        PooledDatabase database,
        Stores stores,
        LocalEventBus bus,
        Repository repository) {

    /** The repository and what follows from it. */
    record Repository(
            RepositorySource source,
            ActiveSnapshot snapshot,
            AssignmentService assignment,
            GitopsSyncer syncer) {}

    /** Makes the parts; {@code components} takes what has to be stopped. */
    static Core create(
            ServerSettings settings,
            PooledDatabase database,
            RepositorySource source,
            Components components,
            InstantSource clock) {
        MetricRegistry metrics = new MetricRegistry();
        Stores stores = Stores.of(database, clock, settings.timings().replicaTimeout());
        Counter dropped =
                metrics.counter(
                        "myriarch_bus_dropped_total",
                        "Events that found the buffer of a subscriber full.",
                        "subscriber");
        LocalEventBus bus = components.add("event bus", new LocalEventBus(dropped::increment));
        ActiveSnapshot snapshot = new ActiveSnapshot(stores.repository().gitops());
        components.add("snapshot", snapshot.follow(bus));
        AssignmentService assignment =
                new AssignmentService(
                        snapshot,
                        new AssignmentService.Stores(
                                stores.inventory().agents(),
                                stores.repository().assignments(),
                                stores.repository().rendered()),
                        new ImmediateAdmission(),
                        bus,
                        clock);
        GitopsSyncer syncer =
                new GitopsSyncer(
                        source,
                        stores.repository().gitops(),
                        snapshot,
                        bus,
                        clock,
                        settings.gitops().timeBudget(),
                        List.of(assignment::reassignAll));
        return new Core(
                clock,
                new AlwaysLeader(),
                metrics,
                database,
                stores,
                bus,
                new Repository(source, snapshot, assignment, syncer));
    }
}
