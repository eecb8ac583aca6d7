package dev.myriarch.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricRegistryTest {
    private final MetricRegistry registry = new MetricRegistry();

    @Test
    void expositionIsSortedAndComplete() {
        Histogram waits =
                registry.histogram("myriarch_wait_seconds", "Waits.", List.of(0.1, 1.0), "pool");
        waits.observe(Duration.ofMillis(50), "main");
        waits.observe(0.1, "main");
        waits.observe(30, "main");
        Counter drops = registry.counter("myriarch_drops_total", "Dropped\nevents \\.", "to");
        drops.increment("b");
        drops.add(2.5, "a \"x\"\n\\");
        registry.gauge("myriarch_leader", "1 on the leader.").set(1);
        registry.gauge("myriarch_open", "Open.", () -> 3e6);
        assertThat(registry.expose())
                .isEqualTo(
                        """
                        # HELP myriarch_drops_total Dropped\\nevents \\\\.
                        # TYPE myriarch_drops_total counter
                        myriarch_drops_total{to="a \\"x\\"\\n\\\\"} 2.5
                        myriarch_drops_total{to="b"} 1
                        # HELP myriarch_leader 1 on the leader.
                        # TYPE myriarch_leader gauge
                        myriarch_leader 1
                        # HELP myriarch_open Open.
                        # TYPE myriarch_open gauge
                        myriarch_open 3e+06
                        # HELP myriarch_wait_seconds Waits.
                        # TYPE myriarch_wait_seconds histogram
                        myriarch_wait_seconds_bucket{pool="main",le="0.1"} 2
                        myriarch_wait_seconds_bucket{pool="main",le="1"} 2
                        myriarch_wait_seconds_bucket{pool="main",le="+Inf"} 3
                        myriarch_wait_seconds_sum{pool="main"} 30.15
                        myriarch_wait_seconds_count{pool="main"} 3
                        """);
    }

    @Test
    void metricWithoutLabelsShowsFromTheStart() {
        registry.counter("myriarch_things_total", "Things.");
        assertThat(registry.expose()).contains("\nmyriarch_things_total 0\n");
    }

    @Test
    void gaugeThatFailsIsLeftOut() {
        registry.gauge(
                "myriarch_broken",
                "Broken.",
                () -> {
                    throw new IllegalStateException("gone");
                });
        registry.gauge("myriarch_fine", "Fine.", () -> 1);
        assertThat(registry.expose())
                .contains("\nmyriarch_fine 1\n")
                .doesNotContain("\nmyriarch_broken ");
    }

    @Test
    void gaugeForgetsSeriesThatAreGone() {
        Gauge agents = registry.gauge("myriarch_agents", "Agents.", "fleet");
        agents.set(3, "old");
        agents.replaceAll(Map.of(List.of("new"), 2.0));
        agents.add(-1, "new");
        assertThat(registry.expose()).contains("{fleet=\"new\"} 1\n").doesNotContain("old");
    }

    @Test
    void seriesAreBounded() {
        Counter counter = registry.counter("myriarch_hits_total", "Hits.", "path");
        for (int path = 0; path < SeriesMap.MOST + 500; path++) {
            counter.increment("p" + path);
        }
        assertThat(counter.value("other")).isEqualTo(500);
        assertThat(counter.samples()).hasSize(SeriesMap.MOST + 1);
    }

    @Test
    void noIncrementIsLost() {
        Counter counter = registry.counter("myriarch_hits_total", "Hits.", "path");
        Gauge gauge = registry.gauge("myriarch_level", "Level.");
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int thread = 0; thread < 50; thread++) {
                executor.execute(() -> {
                    for (int hit = 0; hit < 100; hit++) {
                        counter.increment("x");
                        gauge.add(1);
                    }
                });
            }
        }
        assertThat(counter.value("x")).isEqualTo(5000);
        assertThat(gauge.value()).isEqualTo(5000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hits_total",
                "myriarch_Hits_total",
                "myriarch__total",
                "myriarch_hits",
                "myriarch_hits-x_total",
                ""
            })
    void wrongNamesAreRefused(String name) {
        assertThatThrownBy(() -> registry.counter(name, "Hits."))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void numbersThatOthersKeepAreReadWhenTheyAreAskedFor() {
        Map<List<String>, Double> values = new HashMap<>();
        registry.computed(
                "myriarch_kept_total",
                MetricType.COUNTER,
                "Kept.",
                List.of("a", "b"),
                () -> Map.copyOf(values));
        registry.computed(
                "myriarch_broken",
                MetricType.GAUGE,
                "Broken.",
                List.of("a"),
                () -> {
                    throw new IllegalStateException("as asked");
                });
        values.put(List.of("y", "1"), 2.0);
        values.put(List.of("x", "2"), 3.0);
        assertThat(registry.expose())
                .isEqualTo(
                        """
                        # HELP myriarch_broken Broken.
                        # TYPE myriarch_broken gauge
                        # HELP myriarch_kept_total Kept.
                        # TYPE myriarch_kept_total counter
                        myriarch_kept_total{a="x",b="2"} 3
                        myriarch_kept_total{a="y",b="1"} 2
                        """);
        assertThatThrownBy(() ->
                        registry.computed(
                                "myriarch_kept", MetricType.COUNTER, "Kept.", List.of(), Map::of))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void misuseIsRefused() {
        Counter counter = registry.counter("myriarch_hits_total", "Hits.", "path");
        assertThatThrownBy(() -> registry.counter("myriarch_hits_total", "Again."))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(counter::increment).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> counter.add(-1, "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> counter.add(Double.NaN, "x"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> registry.gauge("myriarch_g", "G.", "le"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> registry.gauge("myriarch_g", " "))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> registry.histogram("myriarch_h", "H.", List.of(1.0, 1.0)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void definitionsListEveryMetric() {
        registry.counter("myriarch_hits_total", "Hits.", "path");
        assertThat(registry.definitions())
                .containsExactly(
                        new MetricRegistry.Definition(
                                "myriarch_hits_total",
                                MetricType.COUNTER,
                                List.of("path"),
                                "Hits."));
    }
}
