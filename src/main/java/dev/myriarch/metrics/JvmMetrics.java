package dev.myriarch.metrics;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import jdk.management.VirtualThreadSchedulerMXBean;

/** What the JVM and the operating system say of this process. */
public final class JvmMetrics {
    private static final double MILLIS = 1e3;
    private static final double NANOS = 1e9;
    private static final double KIBI = 1024;
    private static final Path STATUS = Path.of("/proc/self/status");

    private JvmMetrics() {}

    /**
     * @param version of the program
     */
    public static void register(MetricRegistry metrics, String version) {
        metrics.gauge(
                        "myriarch_build_info",
                        "1, with the version of the program and of its runtime.",
                        "version",
                        "java")
                .set(1, version, Runtime.version().toString());
        process(metrics);
        memory(metrics);
        threads(metrics);
    }

    private static void process(MetricRegistry metrics) {
        metrics.gauge(
                "myriarch_process_start_time_seconds",
                "When the process started, in seconds since 1970.",
                () -> ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS);
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            metrics.counter(
                    "myriarch_process_cpu_seconds_total",
                    "Time of all cores that the process used.",
                    () -> system.getProcessCpuTime() / NANOS);
        }
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof UnixOperatingSystemMXBean system) {
            metrics.gauge(
                    "myriarch_process_open_fds",
                    "Open files and sockets.",
                    system::getOpenFileDescriptorCount);
            metrics.gauge(
                    "myriarch_process_max_fds",
                    "Files and sockets that may be open.",
                    system::getMaxFileDescriptorCount);
        }
        metrics.gauge(
                "myriarch_process_resident_memory_bytes",
                "Memory of the process that is in RAM (Linux only).",
                JvmMetrics::residentBytes);
    }

    /** Linux gives it as {@code VmRSS: 12345 kB}, whatever the size of a page is. */
    private static double residentBytes() {
        try {
            Optional<String> line =
                    Files.readAllLines(STATUS).stream()
                            .filter(each -> each.startsWith("VmRSS:"))
                            .findFirst();
            return line.map(each -> Double.parseDouble(each.replaceAll("[^0-9]", "")) * KIBI)
                    .orElseThrow(() -> new IllegalStateException("no VmRSS in " + STATUS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void memory(MetricRegistry metrics) {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        metrics.computed(
                "myriarch_jvm_memory_used_bytes",
                MetricType.GAUGE,
                "Memory that the JVM uses, by area (heap, nonheap).",
                List.of("area"),
                () -> areas(memory, MemoryUsage::getUsed));
        metrics.computed(
                "myriarch_jvm_memory_committed_bytes",
                MetricType.GAUGE,
                "Memory that the JVM took from the system, by area.",
                List.of("area"),
                () -> areas(memory, MemoryUsage::getCommitted));
        metrics.gauge(
                "myriarch_jvm_memory_max_bytes",
                "Most memory that the heap may take.",
                () -> memory.getHeapMemoryUsage().getMax());
        metrics.computed(
                "myriarch_jvm_gc_collections_total",
                MetricType.COUNTER,
                "Garbage collections, by collector.",
                List.of("collector"),
                () -> collectors(GarbageCollectorMXBean::getCollectionCount));
        metrics.computed(
                "myriarch_jvm_gc_seconds_total",
                MetricType.COUNTER,
                "Time of garbage collections, by collector.",
                List.of("collector"),
                () -> collectors(bean -> bean.getCollectionTime() / MILLIS));
    }

    private static Map<List<String>, Double> areas(
            MemoryMXBean memory, ToDoubleFunction<MemoryUsage> value) {
        return Map.of(
                List.of("heap"), value.applyAsDouble(memory.getHeapMemoryUsage()),
                List.of("nonheap"), value.applyAsDouble(memory.getNonHeapMemoryUsage()));
    }

    private static Map<List<String>, Double> collectors(
            ToDoubleFunction<GarbageCollectorMXBean> value) {
        Map<List<String>, Double> values = new HashMap<>();
        ManagementFactory.getGarbageCollectorMXBeans()
                .forEach(bean ->
                        values.put(
                                List.of(bean.getName()), Math.max(0, value.applyAsDouble(bean))));
        return values;
    }

    private static void threads(MetricRegistry metrics) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        metrics.gauge(
                "myriarch_jvm_threads", "Live platform threads.", () -> threads.getThreadCount());
        VirtualThreadSchedulerMXBean scheduler =
                ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        metrics.gauge(
                "myriarch_jvm_virtual_threads_mounted",
                "Virtual threads that run now.",
                () -> scheduler.getMountedVirtualThreadCount());
        metrics.gauge(
                "myriarch_jvm_virtual_threads_queued",
                "Virtual threads that could run and wait for a carrier.",
                () -> scheduler.getQueuedVirtualThreadCount());
        metrics.gauge(
                "myriarch_jvm_virtual_thread_carriers",
                "Platform threads that carry virtual threads.",
                () -> scheduler.getPoolSize());
    }
}
