package dev.myriarch.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What a process holds after a full collection.
 *
 * @param heapBytes of live objects
 * @param residentKiB RSS of the whole process
 * @param platformThreads of the operating system, those of the JVM included
 * @param virtualThreads that live
 * @param timers tasks that wait in a scheduled executor or in the scheduler of the virtual threads
 */
record Memory(
        long heapBytes, long residentKiB, long platformThreads, long virtualThreads, long timers) {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+(\\S+)");
    private static final Pattern TIMER =
            Pattern.compile(
                    "java\\.util\\.TimerTask|.*\\$ScheduledFutureTask|.*\\$ScheduledForkJoinTask|.*DelayScheduler\\$\\S*Task");

    /** Of this process. */
    static Memory now() throws IOException, JMException {
        System.gc();
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        String status = Files.readString(Path.of("/proc/self/status"));
        String histogram = histogram();
        long timers = 0;
        long virtualThreads = 0;
        Matcher rows = ROW.matcher(histogram);
        while (rows.find()) {
            long instances = Long.parseLong(rows.group(1));
            timers += TIMER.matcher(rows.group(2)).matches() ? instances : 0;
            virtualThreads += rows.group(2).equals("java.lang.VirtualThread") ? instances : 0;
        }
        return new Memory(
                heap, field(status, "VmRSS"), field(status, "Threads"), virtualThreads, timers);
    }

    private static String histogram() throws JMException {
        Object text =
                ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                "gcClassHistogram",
                                new Object[] {new String[0]},
                                new String[] {String[].class.getName()});
        return String.valueOf(text);
    }

    private static long field(String status, String name) {
        Matcher value = Pattern.compile("(?m)^" + name + ":\\s+(\\d+)").matcher(status);
        if (!value.find()) {
            throw new IllegalStateException("/proc/self/status has no " + name);
        }
        return Long.parseLong(value.group(1));
    }

    /** As text for the process that measures. */
    String line() {
        return "%d %d %d %d %d"
                .formatted(heapBytes, residentKiB, platformThreads, virtualThreads, timers);
    }

    static Memory parse(String line) {
        String[] parts = line.split(" ", -1);
        return new Memory(
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]));
    }
}
