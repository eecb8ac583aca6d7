package dev.myriarch.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.myriarch.base.Sha256;
import dev.myriarch.blueprint.RenderRequest;
import dev.myriarch.blueprint.RenderResult;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.RepositorySource;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.gitops.SnapshotValidator;
import dev.myriarch.gitops.TimeBudget;
import dev.myriarch.gitops.io.DirectorySource;
import dev.myriarch.gitops.io.RepositoryLimits;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Renders the quickstart for many agents and prints, as one line of JSON, the renders per CPU
 * second of the whole process after a warm-up, and a hash over all configurations. Its counterpart
 * in Go, scripts/render-bench, has the same agents and so the same hash. See
 * docs/develop/benchmarks.md.
 */
public final class RenderBench {
    private static final List<String> FLEETS =
            List.of("linux-hosts", "windows-hosts", "k8s-gateways");
    private static final List<String> SYSTEMS = List.of("linux", "windows", "linux");
    private static final List<String> SITES = List.of("edge", "datacenter", "kubernetes");

    private final Snapshot snapshot;
    private final List<Agent> agents;

    private RenderBench(Snapshot snapshot, List<Agent> agents) {
        this.snapshot = snapshot;
        this.agents = agents;
    }

    private record Agent(Fleet fleet, Map<String, String> attributes) {}

    /**
     * @param args folder, number of agents, seconds of CPU for warm-up and measurement each, {@code
     *     distinct} or {@code shared}
     */
    public static void main(String[] args) {
        Snapshot snapshot = snapshot(Path.of(args[0]));
        int count = Integer.parseInt(args[1]);
        Duration limit = Duration.ofSeconds(Long.parseLong(args[2]));
        RenderBench bench =
                new RenderBench(snapshot, agents(snapshot, count, args[3].equals("distinct")));
        MessageDigest digest = Sha256.newDigest();
        Set<ConfigHash> configurations = new HashSet<>();
        for (Agent agent : bench.agents) {
            ConfigHash hash = bench.render(agent).hash();
            digest.update(HexFormat.of().parseHex(hash.hex()));
            configurations.add(hash);
        }
        bench.measure(limit);
        System.out.println(
                "{\"program\":\"java\",\"agents\":%d,\"configurations\":%d,\"rendersPerCpuSecond\":%.0f,\"hash\":\"%s\"}"
                        .formatted(
                                count,
                                configurations.size(),
                                bench.measure(limit),
                                HexFormat.of().formatHex(digest.digest())));
    }

    private static Snapshot snapshot(Path folder) {
        RepositorySource source =
                new DirectorySource(folder, RepositoryLimits.DEFAULT, InstantSource.system());
        if (!(source.fetch(Optional.empty()) instanceof RepositorySource.Fetch.Content content)) {
            throw new IllegalArgumentException("there is no repository at " + folder);
        }
        return SnapshotValidator.validate(
                        content.revision(), content.files(), content.issues(), TimeBudget.UNLIMITED)
                .snapshot()
                .orElseThrow();
    }

    private static List<Agent> agents(Snapshot snapshot, int count, boolean distinct) {
        List<Agent> agents = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            int sort = number % 3;
            agents.add(
                    new Agent(
                            snapshot.fleet(FLEETS.get(sort)).orElseThrow(),
                            Map.of(
                                    "service.name",
                                    "otelcol-contrib",
                                    "service.version",
                                    "0.149.0",
                                    "host.name",
                                    "host-" + number,
                                    "os.type",
                                    SYSTEMS.get(sort),
                                    "site.type",
                                    SITES.get(sort),
                                    "env",
                                    "env-" + (distinct ? number : number % 4))));
        }
        return agents;
    }

    private RenderResult.Rendered render(Agent agent) {
        RenderRequest.AgentContext context =
                snapshot.hypothetical(agent.attributes(), Map.of(), Optional.empty())
                        .withCollectorVersion(Optional.of("0.149.0"));
        if (snapshot.render(agent.fleet(), context) instanceof RenderResult.Rendered rendered) {
            return rendered;
        }
        throw new IllegalStateException("an agent of the benchmark cannot be rendered");
    }

    /** Renders per second of CPU time. */
    private double measure(Duration limit) {
        long renders = 0;
        long bytes = 0;
        long start = cpuNanos();
        while (cpuNanos() - start < limit.toNanos()) {
            for (Agent agent : agents) {
                bytes += render(agent).body().length;
            }
            renders += agents.size();
        }
        if (bytes == 0) {
            throw new IllegalStateException("nothing was rendered");
        }
        return renders * 1e9 / (cpuNanos() - start);
    }

    /** Of all threads, so that garbage collection and compilation count. */
    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
