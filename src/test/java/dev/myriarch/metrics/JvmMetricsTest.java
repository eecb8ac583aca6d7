package dev.myriarch.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JvmMetricsTest {
    private final MetricRegistry metrics = new MetricRegistry();

    @Test
    void theProcessIsMeasuredWheneverTheMetricsAreAskedFor() {
        JvmMetrics.register(metrics, "1.2.3");
        String text = metrics.expose();
        assertThat(text)
                .contains("myriarch_build_info{version=\"1.2.3\",java=\"")
                .contains("# TYPE myriarch_process_cpu_seconds_total counter\n")
                .containsPattern("myriarch_jvm_memory_used_bytes\\{area=\"heap\"} [1-9]")
                .containsPattern("myriarch_jvm_gc_collections_total\\{collector=\"[^\"]+\"} [0-9]")
                .containsPattern("myriarch_jvm_threads [1-9]")
                .containsPattern("myriarch_jvm_virtual_threads_mounted [0-9]");
        for (MetricRegistry.Definition definition : metrics.definitions()) {
            if (!definition.help().endsWith("(Linux only).")) {
                assertThat(text).contains("\n" + definition.name());
            }
        }
    }

    @Test
    void aComputedMetricThatFailsIsLeftOutAndTheRestIsThere() {
        metrics.gauge(
                "myriarch_fails",
                "Fails.",
                () -> {
                    throw new IllegalStateException("no value");
                });
        metrics.gauge("myriarch_works", "Works.", () -> 7);
        assertThat(metrics.expose())
                .contains("# TYPE myriarch_fails gauge\n# HELP myriarch_works")
                .contains("myriarch_works 7\n");
    }
}
