package dev.myriarch.app;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.Job;
import dev.myriarch.cluster.JobRunner;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.opamp.OpampServer;
import dev.myriarch.system.SilenceWatch;
import dev.myriarch.system.pg.ReplicasPg;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Finds what fell silent: agents and other replicas. The leader acts; every replica looks, so that
 * a new leader knows already.
 */
final class Watchkeeper {
    private static final Logger LOG = System.getLogger(Watchkeeper.class.getName());
    private static final Duration SWEEP = Duration.ofSeconds(15);
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(10);

    private final Core core;
    private final ReplicasPg replicas;
    private final Duration interval;
    private final SilenceWatch watch;
    private final Calm calm;

    Watchkeeper(ServerSettings.Timings timings, Core core) {
        this.core = core;
        this.replicas = core.stores().shared().replicas();
        Duration third = timings.replicaTimeout().dividedBy(3);
        this.interval = third.compareTo(LONGEST_LOOK) < 0 ? third : LONGEST_LOOK;
        this.watch = new SilenceWatch(timings.replicaTimeout(), interval);
        this.calm =
                new Calm(core.clock(), System::nanoTime, timings.lastSeenFlush().multipliedBy(3));
    }

    void start(JobRunner jobs, OpampServer opamp, Components components) {
        jobs.start(
                Job.everywhere(
                        "watch-replicas",
                        interval,
                        () -> watch.look(replicas.heartbeats(), System.nanoTime())));
        jobs.start(Job.onLeader("reap-replicas", interval, this::reap));
        jobs.start(
                Job.onLeader(
                        "sweep-agents",
                        SWEEP,
                        () -> {
                            if (calm.isCalm()) {
                                opamp.sweep();
                            }
                        }));
        components.add(
                "outages",
                core.bus()
                        .subscribe(
                                "outages",
                                event -> {
                                    if (event instanceof BusEvent.BusReconnected) {
                                        calm.disturb();
                                        jobs.retryFailed();
                                    }
                                }));
    }

    /** Agents of a replica that is gone are offline, through no fault of their own. */
    private void reap() {
        for (Map.Entry<String, Instant> gone : watch.lost().entrySet()) {
            String id = gone.getKey();
            if (!replicas.removeSilent(id, gone.getValue())) {
                continue;
            }
            LOG.log(Level.WARNING, "replica " + id + " is silent: its agents are offline");
            core.bus()
                    .publish(
                            new BusEvent.AgentStateChanged(
                                    core.stores()
                                            .inventory()
                                            .agents()
                                            .markReplicaOffline(
                                                    id,
                                                    DisconnectCause.REPLICA_LOST,
                                                    core.clock().instant())));
        }
    }
}
