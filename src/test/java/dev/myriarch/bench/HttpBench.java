package dev.myriarch.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests per CPU second of several servers, each in its own process, under the same load. The
 * rounds of the servers take turns, so that what else the machine does meets all of them. Prints a
 * line of JSON for each server; see docs/develop/benchmarks.md.
 */
public final class HttpBench {
    static final String BODY = "{\"status\":\"ok\",\"agents\":1200}";

    private static final int CONNECTIONS = 64;

    private HttpBench() {}

    private record Server(String name, MeasuredProcess process, List<Double> results) {}

    /**
     * @param args rounds, CPU seconds of a server in each round, requests that are sent at once on
     *     a connection, then for each server its name, and a command whose words have a line each
     */
    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        double seconds = Double.parseDouble(args[1]);
        int pipelined = Integer.parseInt(args[2]);
        List<Server> servers = new ArrayList<>();
        try {
            start(Arrays.copyOfRange(args, 3, args.length))
                    .forEach((name, process) ->
                            servers.add(new Server(name, process, new ArrayList<>())));
            for (Server server : servers) {
                measure(server, seconds * 2, pipelined);
            }
            for (int round = 0; round < rounds; round++) {
                for (Server server : servers) {
                    server.results().add(measure(server, seconds, pipelined));
                }
            }
        } finally {
            servers.forEach(server -> server.process().close());
        }
        servers.forEach(server -> print(server, servers.getFirst(), pipelined));
    }

    private static Map<String, MeasuredProcess> start(String[] named) throws IOException {
        Map<String, MeasuredProcess> processes = new LinkedHashMap<>();
        for (int at = 0; at < named.length; at += 2) {
            List<String> command = new ArrayList<>(named[at + 1].lines().toList());
            command.add(BODY);
            processes.put(named[at], MeasuredProcess.start(command));
        }
        return processes;
    }

    /** Requests per CPU second of the server. */
    private static double measure(Server server, double seconds, int pipelined) throws IOException {
        MeasuredProcess process = server.process();
        try (HttpLoad load = HttpLoad.open(process.port(), CONNECTIONS, pipelined)) {
            double start = process.cpuSeconds();
            double used = 0;
            long requests = 0;
            while (used < seconds) {
                requests += load.run(100);
                used = process.cpuSeconds() - start;
            }
            return requests / used;
        }
    }

    private static void print(Server server, Server first, int pipelined) {
        List<Double> sorted = server.results().stream().sorted().toList();
        System.out.println(
                "{\"server\":\"%s\",\"pipelined\":%d,\"median\":%.0f,\"lowest\":%.0f,\"highest\":%.0f,\"ofTheFirst\":%.2f}"
                        .formatted(
                                server.name(),
                                pipelined,
                                median(sorted),
                                sorted.getFirst(),
                                sorted.getLast(),
                                median(sorted)
                                        / median(first.results().stream().sorted().toList())));
    }

    private static double median(List<Double> sorted) {
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
