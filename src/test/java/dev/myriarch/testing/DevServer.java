package dev.myriarch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code myriarchd dev} as a process of its own, on a free port. */
public final class DevServer implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);

    private final ProcessUnderTest process;
    private final URI url;
    private final String username;
    private final String password;
    private final String apiToken;
    private final String enrollmentToken;

    private DevServer(ProcessUnderTest process) {
        this.process = process;
        this.url = URI.create(process.awaitLine("url: ", START));
        this.username = process.awaitLine("username: ", START);
        this.password = process.awaitLine("password: ", START);
        this.apiToken = process.awaitLine("api token: ", START);
        this.enrollmentToken = process.awaitLine("enrollment token: ", START);
        process.awaitLine("ready in ", START);
    }

    /**
     * Starts the server and waits until it is ready.
     *
     * @param port 0 for any
     */
    public static DevServer start(Path gitops, Path state, int port) {
        return start(gitops, state, port, Map.of());
    }

    /** As {@link #start(Path, Path, int)}, with settings in the environment. */
    public static DevServer start(
            Path gitops, Path state, int port, Map<String, String> environment) {
        letPostgresIn(state);
        return new DevServer(
                launch(
                        List.of(
                                "--listen",
                                "127.0.0.1:" + port,
                                "--gitops",
                                gitops.toString(),
                                "--state",
                                state.toString()),
                        environment));
    }

    /** As root, PostgreSQL runs as nobody, who may not look into a temporary folder of JUnit. */
    private static void letPostgresIn(Path state) {
        try {
            Files.setPosixFilePermissions(
                    state.toAbsolutePath().getParent(),
                    PosixFilePermissions.fromString("rwx--x--x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts {@code myriarchd dev} with these options and does not wait. */
    public static ProcessUnderTest launch(List<String> options) {
        return launch(options, Map.of());
    }

    private static ProcessUnderTest launch(List<String> options, Map<String, String> environment) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.myriarch.app.Myriarchd",
                        "dev"));
        command.addAll(options);
        return ProcessUnderTest.start(command, Path.of("").toAbsolutePath(), environment);
    }

    public URI url() {
        return url;
    }

    public int port() {
        return url.getPort();
    }

    public String username() {
        return username;
    }

    public String password() {
        return password;
    }

    public String apiToken() {
        return apiToken;
    }

    public String enrollmentToken() {
        return enrollmentToken;
    }

    public ProcessUnderTest process() {
        return process;
    }

    /** A client with the development token. */
    public ApiClient api() {
        return new ApiClient(url, apiToken);
    }

    /** Stops it in order, as Ctrl-C does. */
    public int stop() {
        return process.terminate(Duration.ofSeconds(60));
    }

    @Override
    public void close() {
        if (process.process().isAlive()) {
            stop();
        }
        process.close();
    }
}
