package dev.myriarch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The real OpAMP supervisor with a real collector. Built by scripts/peers, whose folder is in
 * MYRIARCH_TEST_PEERS.
 */
public final class Supervisor implements AutoCloseable {
    private final ProcessUnderTest process;
    private final Path storage;

    private Supervisor(ProcessUnderTest process, Path storage) {
        this.process = process;
        this.storage = storage;
    }

    /** The folder with the real agents, where they were built. */
    public static Optional<Path> folder() {
        return Optional.ofNullable(System.getenv("MYRIARCH_TEST_PEERS"))
                .map(Path::of)
                .filter(folder -> Files.isExecutable(folder.resolve("opampsupervisor")));
    }

    /**
     * Starts one that talks to {@code server}.
     *
     * @param folder work folder; what the supervisor stores is kept below it between starts
     */
    public static Supervisor start(Path peers, URI server, String token, Path folder) {
        try {
            Path storage = Files.createDirectories(folder.resolve("storage"));
            Path config = folder.resolve("supervisor.yaml");
            Files.writeString(config, configuration(peers, server, token, storage));
            ProcessUnderTest process =
                    ProcessUnderTest.start(
                            List.of(
                                    peers.resolve("opampsupervisor").toString(),
                                    "--config",
                                    config.toString()),
                            folder,
                            freePorts());
            return new Supervisor(process, storage);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String configuration(Path peers, URI server, String token, Path storage) {
        return """
        server:
          endpoint: ws://%s/v1/opamp
          headers:
            Authorization: Bearer %s
        capabilities:
          accepts_remote_config: true
          reports_effective_config: true
          reports_remote_config: true
          reports_health: true
          reports_available_components: true
          reports_heartbeat: true
          accepts_restart_command: true
        agent:
          executable: %s
          config_apply_timeout: 2s
          bootstrap_timeout: 20s
          description:
            non_identifying_attributes:
              site.type: edge
              site.id: "0042"
        storage:
          directory: %s
        """
                .formatted(server.getAuthority(), token, peers.resolve("otelcol-0.149.0"), storage);
    }

    /** Ports of the collector, so that several fit on one machine. */
    private static Map<String, String> freePorts() throws IOException {
        Map<String, String> environment = new HashMap<>();
        for (String name : List.of("OTLP_GRPC_PORT", "OTLP_HTTP_PORT")) {
            try (ServerSocket socket = new ServerSocket(0)) {
                environment.put(name, Integer.toString(socket.getLocalPort()));
            }
        }
        return environment;
    }

    public ProcessUnderTest process() {
        return process;
    }

    /** The collector's own log. */
    public String collectorLog() {
        try {
            Path log = storage.resolve("agent.log");
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops it in order. SIGTERM would end it without a word and leave the collector behind. */
    public void stop() {
        process.signal("INT");
        process.awaitExit(Duration.ofSeconds(20));
    }

    /** Ends the collector's process; the supervisor starts another one. */
    public void killCollector() {
        try (Stream<ProcessHandle> children = process.process().descendants()) {
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
