package dev.myriarch.app;

import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.assignment.AssignmentService;
import dev.myriarch.assignment.ImmediateAdmission;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.cluster.Leadership;
import dev.myriarch.db.GroupedDatabase;
import dev.myriarch.db.PooledDatabase;
import dev.myriarch.gitops.ActiveSnapshot;
import dev.myriarch.gitops.GitopsSyncer;
import dev.myriarch.gitops.RepositorySource;
import dev.myriarch.http.HttpMetrics;
import dev.myriarch.metrics.JvmMetrics;
import dev.myriarch.metrics.MetricRegistry;
import java.time.InstantSource;
import java.util.List;

/** The parts below the endpoints: state, events, the repository and who gets what from it. */
record Core(Ground ground, Stores stores, Repository repository) {

    /** What everything else stands on. */
    record Ground(
            InstantSource clock,
            MetricRegistry metrics,
            HttpMetrics requests,
            PooledDatabase database,
            Cluster cluster) {}

    /** The repository and what follows from it. */
    record Repository(
            RepositorySource source,
            ActiveSnapshot snapshot,
            AssignmentService assignment,
            GitopsSyncer syncer) {}

    /** Makes the parts; {@code components} takes what has to be stopped. */
    static Core create(
            ServerSettings settings,
            Ground ground,
            RepositorySource source,
            Components components) {
        LogSetup.name(settings.replica());
        InstantSource clock = ground.clock();
        EventBus bus = ground.cluster().bus();
        ground.database().register(ground.metrics());
        JvmMetrics.register(ground.metrics(), Version.current());
        Leadership leadership = ground.cluster().leadership();
        ground.metrics()
                .gauge(
                        "myriarch_leader",
                        "1 while this replica leads, else 0.",
                        () -> leadership.isLeader() ? 1 : 0);
        GroupedDatabase grouped = new GroupedDatabase(ground.database());
        Stores stores =
                Stores.of(ground.database(), grouped, clock, settings.timings().replicaTimeout());
        register(ground.metrics(), grouped, stores.inventory().agents());
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
                        clock,
                        new AssignmentMetrics(ground.metrics())::evaluated);
        GitopsSyncer syncer =
                new GitopsSyncer(
                        source,
                        stores.repository().gitops(),
                        snapshot,
                        bus,
                        clock,
                        settings.gitops().timeBudget(),
                        List.of(assignment::reassignAll));
        return new Core(ground, stores, new Repository(source, snapshot, assignment, syncer));
    }

    private static void register(
            MetricRegistry metrics, GroupedDatabase grouped, AgentStorePg agents) {
        metrics.gauge(
                "myriarch_db_writes_waiting",
                "Changes of agents that wait to be written together with others.",
                grouped::waiting);
        metrics.gauge(
                "myriarch_db_reads_waiting",
                "Agents that wait to be read together with others.",
                agents::waitingReads);
    }

    InstantSource clock() {
        return ground.clock();
    }

    MetricRegistry metrics() {
        return ground.metrics();
    }

    HttpMetrics requests() {
        return ground.requests();
    }

    PooledDatabase database() {
        return ground.database();
    }

    Cluster cluster() {
        return ground.cluster();
    }

    EventBus bus() {
        return ground.cluster().bus();
    }

    Leadership leadership() {
        return ground.cluster().leadership();
    }
}
