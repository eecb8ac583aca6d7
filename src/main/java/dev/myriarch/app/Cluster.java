package dev.myriarch.app;

import dev.myriarch.cluster.AlwaysLeader;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.cluster.Leadership;
import dev.myriarch.cluster.LocalEventBus;
import dev.myriarch.cluster.ReplicaId;
import dev.myriarch.cluster.pg.DatabaseClock;
import dev.myriarch.cluster.pg.LeaderBudget;
import dev.myriarch.cluster.pg.PgEventBus;
import dev.myriarch.cluster.pg.PgLeaderLock;
import dev.myriarch.config.HaConfig;
import dev.myriarch.db.DedicatedSessions;
import dev.myriarch.db.PooledDatabase;
import dev.myriarch.metrics.Counter;
import dev.myriarch.metrics.MetricRegistry;
import java.util.function.BooleanSupplier;

/**
 * How a replica knows of the others.
 *
 * @param connected whether events of the others arrive now
 * @param adjustClock keeps the time of this replica that of the others; call it now and then
 */
record Cluster(
        EventBus bus, Leadership leadership, BooleanSupplier connected, Runnable adjustClock) {
    /** The only replica. */
    static Cluster ofOne(MetricRegistry metrics, Components components) {
        Counter dropped =
                metrics.counter(
                        "myriarch_bus_dropped_total",
                        "Events that found the buffer of a subscriber full.",
                        "subscriber");
        LocalEventBus bus = components.add("event bus", new LocalEventBus(dropped::increment));
        return new Cluster(bus, new AlwaysLeader(), () -> true, () -> {});
    }

    /** One of several on the same database; it listens and competes for the lead from now on. */
    static Cluster ofMany(
            HaConfig settings,
            ReplicaId replica,
            PooledDatabase database,
            MetricRegistry metrics,
            Components components,
            DatabaseClock clock) {
        LeaderBudget budget = new LeaderBudget(settings.leaderSessionTimeout());
        PgEventBus bus =
                components.add(
                        "event bus",
                        new PgEventBus(
                                replica,
                                sessions(database, budget, "bus " + replica),
                                database,
                                budget.pingInterval(),
                                clock,
                                metrics));
        database.onReturn(bus::retryNow);
        bus.start();
        PgLeaderLock lock =
                components.add(
                        "leader election",
                        new PgLeaderLock(
                                sessions(database, budget, "leader " + replica),
                                database,
                                settings.leaderLockKey(),
                                budget));
        lock.start();
        return new Cluster(bus, lock, bus::isConnected, clock::adjust);
    }

    private static DedicatedSessions sessions(
            PooledDatabase database, LeaderBudget budget, String what) {
        return new DedicatedSessions(
                database.url(), "myriarchd " + what, budget.pingTimeout(), budget.keepalive());
    }
}
