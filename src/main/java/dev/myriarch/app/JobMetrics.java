package dev.myriarch.app;

import dev.myriarch.cluster.JobRunner;
import dev.myriarch.metrics.Counter;
import dev.myriarch.metrics.Histogram;
import dev.myriarch.metrics.MetricRegistry;
import java.time.Duration;
import java.util.List;

/** Counts the runs of jobs. Thread-safe. */
final class JobMetrics implements JobRunner.Observer {
    private static final List<Double> SECONDS = List.of(0.01, 0.1, 1.0, 10.0, 60.0, 600.0);

    private final Counter runs;
    private final Histogram durations;

    JobMetrics(MetricRegistry metrics) {
        runs =
                metrics.counter(
                        "myriarch_job_runs_total",
                        "Runs of background jobs by result (success, failure).",
                        "job",
                        "result");
        durations =
                metrics.histogram(
                        "myriarch_job_duration_seconds",
                        "How long runs of background jobs took.",
                        SECONDS,
                        "job");
    }

    @Override
    public void ended(String job, boolean succeeded, Duration took) {
        runs.increment(job, succeeded ? "success" : "failure");
        durations.observe(took, job);
    }
}
