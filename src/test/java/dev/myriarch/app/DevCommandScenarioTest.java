package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.testing.ApiClient;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.DevServer;
import dev.myriarch.testing.ProcessUnderTest;
import dev.myriarch.testing.QuickstartCopy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code myriarchd dev} as a user starts it: what it prints, how it stops, what it refuses. */
class DevCommandScenarioTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static final String BROKEN_FLEET =
            """
            apiVersion: myriarch.dev/v1alpha1
            kind: Fleet
            metadata:
              name: broken
            spec:
              bluprint: base
            """;

    @TempDir Path folder;

    @Test
    void sigtermAndCtrlCStopItInOrderWithItsDatabase() throws IOException {
        Path state = folder.resolve("state");
        Path repository = QuickstartCopy.in(folder.resolve("repository")).folder();
        DevServer first = DevServer.start(repository, state, 0);
        List<ProcessHandle> children = first.process().process().descendants().toList();
        assertThat(children).as("PostgreSQL runs below it").isNotEmpty();

        assertThat(first.process().terminate(Duration.ofSeconds(5))).isZero();
        Await.until(
                "the last line of the log",
                SOON,
                () -> first.process().errors().getLast().endsWith(" stopped"));
        assertThat(children).noneMatch(ProcessHandle::isAlive);

        DevServer second = DevServer.start(repository, state, 0);
        second.process().signal("INT");
        assertThat(second.process().awaitExit(Duration.ofSeconds(5))).isZero();
        assertThat(second.apiToken()).as("state is kept").isEqualTo(first.apiToken());
    }

    @Test
    void theDatabaseEndsWithTheServerEvenAfterKillAndTheNextStartWorks() throws IOException {
        Path state = folder.resolve("state");
        Path repository = QuickstartCopy.in(folder.resolve("repository")).folder();
        DevServer first = DevServer.start(repository, state, 0);
        List<ProcessHandle> children = first.process().process().descendants().toList();

        first.process().signal("KILL");

        Await.until(
                "PostgreSQL is gone",
                Duration.ofSeconds(10),
                () -> children.stream().noneMatch(ProcessHandle::isAlive));
        try (DevServer second = DevServer.start(repository, state, 0)) {
            assertThat(ApiClient.text(second.api().get("/gitops/status"), "state")).isEqualTo("ok");
        }
    }

    @Test
    void aBrokenChangeKeepsWhatWasActiveAndSaysWhereItIsBroken() throws IOException {
        QuickstartCopy files = QuickstartCopy.in(folder.resolve("repository"));
        try (DevServer server = DevServer.start(files.folder(), folder.resolve("state"), 0)) {
            ApiClient api = server.api();
            String active = ApiClient.text(api.get("/gitops/status"), "appliedRevision");

            files.write("fleets/broken.yaml", BROKEN_FLEET);

            Await.until(
                    "the status says what is broken",
                    SOON,
                    () -> ApiClient.text(api.get("/gitops/status"), "state").equals("error"));
            Value status = api.get("/gitops/status");
            assertThat(ApiClient.text(status, "appliedRevision")).isEqualTo(active);
            assertThat(ApiClient.text(status, "issues.0.code")).isEqualTo("unknown_field");
            assertThat(ApiClient.text(status, "issues.0.file")).isEqualTo("fleets/broken.yaml");
            assertThat(ApiClient.at(status, "issues.0.line")).contains(Value.of(6));
            assertThat(ApiClient.text(status, "issues.0.object")).isEqualTo("Fleet/broken");
            assertThat(api.status("/fleets/linux-hosts")).isEqualTo(200);
            assertThat(api.status("/fleets/broken")).isEqualTo(404);
            assertThat(server.process().errors())
                    .anyMatch(line -> line.contains("fleets/broken.yaml:6:"));

            Files.delete(files.folder().resolve("fleets/broken.yaml"));

            Await.until(
                    "the status is good again",
                    SOON,
                    () -> ApiClient.text(api.get("/gitops/status"), "state").equals("ok"));
            assertThat(ApiClient.text(api.get("/gitops/status"), "appliedRevision"))
                    .isEqualTo(active);
        }
    }

    @Test
    void aDatabaseThatEndsByItselfStopsTheServerAndSaysSo() {
        QuickstartCopy files = QuickstartCopy.in(folder.resolve("repository"));
        DevServer server = DevServer.start(files.folder(), folder.resolve("state"), 0);
        server.process()
                .process()
                .descendants()
                .filter(child -> child.info().command().orElse("").endsWith("/postgres"))
                .forEach(ProcessHandle::destroyForcibly);

        assertThat(server.process().awaitExit(SOON)).isEqualTo(1);
        assertThat(server.process().errors())
                .anyMatch(line -> line.startsWith("myriarchd: the database ended by itself"));
    }

    @Test
    void anAddressThatIsNoneIsOneLine() {
        for (String address : List.of("[:8080", "[::1", "8080", "host:99999")) {
            assertRefused(List.of("--listen", address, "--ephemeral"), address, "HOST:PORT");
        }
    }

    @Test
    void aPortInUseIsOneLine() throws IOException {
        Path repository = QuickstartCopy.in(folder.resolve("repository")).folder();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    List.of(
                            "--listen",
                            "127.0.0.1:" + taken.getLocalPort(),
                            "--gitops",
                            repository.toString(),
                            "--ephemeral"),
                    "127.0.0.1:" + taken.getLocalPort(),
                    "--listen");
        }
    }

    @Test
    void aMissingFolderIsOneLine() {
        Path missing = folder.resolve("nowhere");
        assertRefused(
                List.of("--listen", "127.0.0.1:0", "--gitops", missing.toString(), "--ephemeral"),
                missing.toString(),
                "--gitops");
    }

    @Test
    void aBrokenRepositoryIsOneLineWithTheFileAndTheLine() throws IOException {
        QuickstartCopy repository = QuickstartCopy.in(folder.resolve("repository"));
        Files.writeString(repository.folder().resolve("fleets/broken.yaml"), "kind: [Fleet\n");
        assertRefused(
                List.of(
                        "--listen",
                        "127.0.0.1:0",
                        "--gitops",
                        repository.folder().toString(),
                        "--ephemeral"),
                "fleets/broken.yaml",
                "yaml_syntax");
    }

    @Test
    void aDatabaseThatCannotStartIsOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("state"), "this is a file, not a folder");
        Path repository = QuickstartCopy.in(folder.resolve("repository")).folder();
        assertRefused(
                List.of(
                        "--listen",
                        "127.0.0.1:0",
                        "--gitops",
                        repository.toString(),
                        "--state",
                        file.toString()),
                file.toString(),
                "--state");
    }

    @Test
    void aStateThatIsNotKeptIsRefusedBeforeAnythingElse() throws Exception {
        Path state = folder.resolve("state");
        List<String> options =
                List.of(
                        "--ephemeral",
                        "--state",
                        state.toString(),
                        "--config",
                        folder.resolve("nowhere.yaml").toString());
        assertRefused(options, "--ephemeral", "--state");

        // The script does not even look for a compiler.
        List<String> command = new ArrayList<>(List.of("scripts/dev"));
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", folder.resolve("no-jdk").toString());
        Process script = builder.start();
        assertThat(new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "myriarchd: --ephemeral and --state exclude each other: give one of"
                                + " them\n");
        assertThat(script.waitFor()).isEqualTo(1);
        assertThat(state).doesNotExist();
    }

    @Test
    void anUnknownKeyInTheSettingsIsOneLineWithTheNearestKey() throws IOException {
        Path settings =
                Files.writeString(folder.resolve("settings.yaml"), "opamp:\n  offlineAftr: 9s\n");
        Path repository = QuickstartCopy.in(folder.resolve("repository")).folder();
        assertRefused(
                List.of(
                        "--listen",
                        "127.0.0.1:0",
                        "--gitops",
                        repository.toString(),
                        "--ephemeral",
                        "--config",
                        settings.toString()),
                "opamp.offlineAftr",
                "offlineAfter");
    }

    /** Exit code 1 and exactly one line that says what and what to do. */
    private static void assertRefused(List<String> options, String what, String hint) {
        try (ProcessUnderTest process = DevServer.launch(options)) {
            int code = process.awaitExit(SOON);
            List<String> problems =
                    process.errors().stream().filter(l -> l.startsWith("myriarchd: ")).toList();
            assertThat(problems).as("errors: %s", process.errors()).hasSize(1);
            assertThat(problems.getFirst()).contains(what).contains(hint);
            assertThat(process.errors()).noneMatch(line -> line.startsWith("\tat "));
            assertThat(code).isEqualTo(1);
        }
    }
}
