package dev.myriarch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
    private final List<ProcessHandle> orphans = new ArrayList<>();

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
     * How to start one.
     *
     * @param endpoint {@code ws:} keeps a connection, {@code http:} polls
     * @param folder work folder; what the supervisor stores is kept below it between starts
     * @param hostName what the agent says of itself in place of the name of this machine; may be
     *     empty
     * @param capable false: it announces nothing that can be turned off
     * @param applyTimeout APPLIED is not reported before it is over, FAILED for a collector that
     *     does not run by then
     * @param authority file with the certificate that issued that of a server with TLS; empty: the
     *     ones of the machine
     */
    public record Setup(
            Path peers,
            URI endpoint,
            String token,
            Path folder,
            String hostName,
            boolean capable,
            Duration applyTimeout,
            Optional<Path> authority) {
        /** One on a WebSocket to {@code server}. */
        public static Setup of(Path peers, URI server, String token, Path folder) {
            return new Setup(
                    peers,
                    URI.create("ws://" + server.getAuthority() + "/v1/opamp"),
                    token,
                    folder,
                    "",
                    true,
                    Duration.ofSeconds(3),
                    Optional.empty());
        }

        /**
         * One on a WebSocket over TLS to {@code server}, whose certificate the authority issued.
         */
        public static Setup secure(
                Path peers, URI server, Path authority, String token, Path folder) {
            return new Setup(
                    peers,
                    URI.create("wss://" + server.getAuthority() + "/v1/opamp"),
                    token,
                    folder,
                    "",
                    true,
                    Duration.ofSeconds(3),
                    Optional.of(authority));
        }

        public Setup withHostName(String name) {
            return new Setup(
                    peers, endpoint, token, folder, name, capable, applyTimeout, authority);
        }

        public Setup withFolder(Path other) {
            return new Setup(
                    peers, endpoint, token, other, hostName, capable, applyTimeout, authority);
        }

        public Setup withApplyTimeout(Duration timeout) {
            return new Setup(peers, endpoint, token, folder, hostName, capable, timeout, authority);
        }

        public Setup withoutCapabilities() {
            return new Setup(
                    peers, endpoint, token, folder, hostName, false, applyTimeout, authority);
        }

        public Setup polling() {
            return new Setup(
                    peers,
                    URI.create("http://" + endpoint.getAuthority() + endpoint.getPath()),
                    token,
                    folder,
                    hostName,
                    capable,
                    applyTimeout,
                    authority);
        }

        private Path storage() {
            return folder.resolve("storage");
        }

        private String yaml() {
            return """
            server:
              endpoint: %1$s
              %8$s
              headers:
                Authorization: Bearer %2$s
            capabilities:
              accepts_remote_config: %3$s
              reports_effective_config: %3$s
              reports_own_metrics: false
              reports_remote_config: %3$s
              reports_health: %3$s
              reports_available_components: %3$s
              reports_heartbeat: %3$s
              accepts_restart_command: %3$s
            agent:
              executable: %4$s
              # Without a configuration it would open port 8888, and others on this machine too.
              args: ["--set=service.telemetry.metrics.level=none"]
              config_apply_timeout: %5$ds
              bootstrap_timeout: 60s
              description:
                non_identifying_attributes:
                  site.type: edge
                  site.id: "0042"
                  %6$s
            storage:
              directory: %7$s
            """
                    .formatted(
                            endpoint,
                            token,
                            capable,
                            peers.resolve("otelcol-0.149.0"),
                            applyTimeout.toSeconds(),
                            hostName.isEmpty() ? "" : "host.name: " + hostName,
                            storage(),
                            authority.map(file -> "tls: {ca_file: " + file + "}").orElse(""));
        }
    }

    /** Starts one. */
    public static Supervisor start(Setup setup) {
        try {
            Path storage = Files.createDirectories(setup.storage());
            Path config = setup.folder().resolve("supervisor.yaml");
            Files.writeString(config, setup.yaml());
            ProcessUnderTest process =
                    ProcessUnderTest.start(
                            List.of(
                                    setup.peers().resolve("opampsupervisor").toString(),
                                    "--config",
                                    config.toString()),
                            setup.folder(),
                            freePorts());
            return new Supervisor(process, storage);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        process.awaitExit(Duration.ofMinutes(1));
    }

    /**
     * Ends it without a word, and its collector, which would keep its ports: as when the machine
     * goes down.
     */
    public void kill() {
        try (Stream<ProcessHandle> children = process.process().descendants()) {
            orphans.addAll(children.toList());
        }
        process.signal("KILL");
        process.awaitExit(Duration.ofMinutes(1));
        orphans.forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends the collector's process; the supervisor starts another one. */
    public void killCollector() {
        try (Stream<ProcessHandle> children = process.process().descendants()) {
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Override
    public void close() {
        orphans.forEach(ProcessHandle::destroyForcibly);
        process.close();
    }
}
