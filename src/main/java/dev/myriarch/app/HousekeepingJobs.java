package dev.myriarch.app;

import dev.myriarch.cluster.Job;
import dev.myriarch.cluster.JobRunner;
import dev.myriarch.metrics.Counter;
import dev.myriarch.retention.Housekeeping;
import dev.myriarch.retention.Kept;
import dev.myriarch.retention.pg.RetentionStorePg;
import java.time.Duration;

/** Removes old data on the leader. */
final class HousekeepingJobs {
    private static final Duration INTERVAL = Duration.ofHours(1);

    /** Markers of single use are many, and each is short-lived. */
    private static final Duration KEYS_INTERVAL = Duration.ofMinutes(10);

    private HousekeepingJobs() {}

    static void start(ServerSettings settings, Core core, JobRunner jobs) {
        Counter deleted =
                core.metrics()
                        .counter(
                                "myriarch_housekeeping_deleted_total",
                                "Rows that were removed because their retention was over.",
                                "data");
        Housekeeping housekeeping =
                new Housekeeping(
                        settings.retention(),
                        new RetentionStorePg(core.database()),
                        core.bus(),
                        core.clock(),
                        Housekeeping.Bounds.DEFAULT,
                        (kept, count) -> deleted.add(count, kept.text()));
        jobs.start(Job.onLeader("housekeeping", INTERVAL, housekeeping::run));
        jobs.start(
                Job.onLeader(
                        "expired-keys",
                        KEYS_INTERVAL,
                        () -> housekeeping.remove(Kept.EXPIRED_KEYS)));
    }
}
