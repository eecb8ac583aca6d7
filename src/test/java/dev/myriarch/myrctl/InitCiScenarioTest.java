package dev.myriarch.myrctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.testing.Skip;
import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The CI files of {@code init}: their commands are taken out and run as the CI systems run them,
 * with an archive of the form that scripts/package-myrctl makes.
 */
final class InitCiScenarioTest {
    @TempDir private Path folder;
    private Path archive = Path.of("");

    @BeforeEach
    void archiveOfThisBuild() throws IOException, InterruptedException {
        for (String program : List.of("bash", "curl", "tar", "sha256sum")) {
            Skip.unlessInstalled(program, InitCiScenarioTest.class);
        }
        Path program = folder.resolve("packed/myrctl-1/bin/myrctl");
        Files.createDirectories(program.getParent());
        Files.writeString(
                program,
                "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                absoluteClassPath(),
                                Myrctl.class.getName()));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        archive = folder.resolve("myrctl.tar.gz");
        Run packed =
                bash(
                        folder,
                        "tar -C packed -czf myrctl.tar.gz myrctl-1",
                        new TreeMap<>(System.getenv()));
        assertThat(packed.exitCode()).as(packed.output()).isZero();
    }

    private static String absoluteClassPath() {
        return String.join(
                ":",
                Arrays.stream(System.getProperty("java.class.path").split(":"))
                        .map(each -> Path.of(each).toAbsolutePath().toString())
                        .toList());
    }

    @Test
    void githubChecksTheNewRepository() throws Exception {
        init("github");

        Run run = github(archiveVariables());

        assertThat(run.output()).contains("gitops is valid: ");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void githubShowsWhatIsWrong() throws Exception {
        init("github");
        breakFleet("github");

        Run run = github(archiveVariables());

        assertThat(run.output())
                .contains("::error file=gitops/fleets/linux-hosts.yaml,line=")
                .contains("title=blueprint_not_found");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void gitlabChecksTheNewRepositoryAndWritesItsReport() throws Exception {
        init("gitlab");

        Run run = gitlab(archiveVariables());

        assertThat(run.output()).contains("gitops is valid: ");
        assertThat(run.exitCode()).isZero();
        assertThat(folder.resolve("gitlab/gl-code-quality-report.json")).hasContent("[]");

        breakFleet("gitlab");
        run = gitlab(archiveVariables());

        assertThat(run.output()).contains("error blueprint_not_found");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(folder.resolve("gitlab/gl-code-quality-report.json"))
                .content()
                .contains("\"check_name\":\"blueprint_not_found\"");
    }

    @Test
    void asWrittenTheySayWhatHasToBeSet() throws Exception {
        init("github");
        init("gitlab");

        for (Run run : List.of(github(Map.of()), gitlab(Map.of()))) {
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output())
                    .contains("set MYRCTL_URL and MYRCTL_SHA256 in ")
                    .contains("scripts/package-myrctl")
                    .doesNotContain("valid");
        }
        assertThat(Path.of("scripts/package-myrctl")).isExecutable();
    }

    @Test
    void anotherArchiveThanTheOneThatWasReviewedIsNotRun() throws Exception {
        init("github");
        init("gitlab");
        Map<String, String> variables = new TreeMap<>(archiveVariables());
        variables.put("MYRCTL_SHA256", "0".repeat(64));

        for (Run run : List.of(github(variables), gitlab(variables))) {
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.output()).contains("FAILED").doesNotContain("valid");
        }
    }

    /** A new repository in a folder with the name of the CI. */
    private void init(String ci) {
        CommandRun run = CommandRun.in(folder, "init", ci, "--ci", ci);
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    private void breakFleet(String ci) throws IOException {
        Path fleet = folder.resolve(ci).resolve("gitops/fleets/linux-hosts.yaml");
        Files.writeString(
                fleet,
                Files.readString(fleet)
                        .replace("blueprint: linux-host\n", "blueprint: windows-host\n"));
    }

    private Map<String, String> archiveVariables() throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive));
        return Map.of(
                "MYRCTL_URL",
                archive.toUri().toString(),
                "MYRCTL_SHA256",
                HexFormat.of().formatHex(digest));
    }

    /** Every step is a script of its own; what it writes to GITHUB_PATH is for those after it. */
    private Run github(Map<String, String> variables) throws IOException, InterruptedException {
        Value.Mapping workflow = yaml("github/.github/workflows/myrctl.yaml");
        Path temporary = Files.createTempDirectory(folder, "runner");
        Path path = Files.createFile(temporary.resolve("path"));
        Map<String, String> environment = environment(map(workflow, "env"), variables);
        environment.put("RUNNER_TEMP", temporary.toString());
        environment.put("GITHUB_PATH", path.toString());
        Value.Mapping job = map(map(workflow, "jobs"), "validate");
        Run last = new Run(-1, "no step");
        for (Value step : list(job, "steps")) {
            if (((Value.Mapping) step).entries().get("run") instanceof Value.Text(String script)) {
                List<String> folders = new ArrayList<>(Files.readAllLines(path));
                folders.add(System.getenv("PATH"));
                environment.put("PATH", String.join(":", folders));
                last = bash(folder.resolve("github"), "set -e\n" + script, environment);
                if (last.exitCode() != 0) {
                    break;
                }
            }
        }
        return last;
    }

    /** The lines of both parts run in one shell that stops at the first failure. */
    private Run gitlab(Map<String, String> variables) throws IOException, InterruptedException {
        Value.Mapping job = map(yaml("gitlab/.gitlab-ci.yml"), "myrctl");
        StringBuilder script = new StringBuilder("set -eo pipefail\n");
        for (String part : List.of("before_script", "script")) {
            for (Value line : list(job, part)) {
                script.append(((Value.Text) line).value()).append('\n');
            }
        }
        return bash(
                folder.resolve("gitlab"),
                script.toString(),
                environment(map(job, "variables"), variables));
    }

    private static Map<String, String> environment(
            Value.Mapping ofFile, Map<String, String> variables) {
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.remove("GITHUB_STEP_SUMMARY");
        ofFile.entries()
                .forEach((name, value) -> environment.put(name, ((Value.Text) value).value()));
        // What the test sets must be a name of the file: a user finds it there.
        assertThat(environment.keySet()).containsAll(variables.keySet());
        environment.putAll(variables);
        return environment;
    }

    private Value.Mapping yaml(String file) throws IOException {
        byte[] content = Files.readAllBytes(folder.resolve(file));
        return (Value.Mapping) YamlReader.read(content, YamlLimits.defaults()).getFirst().toValue();
    }

    private static Value.Mapping map(Value.Mapping map, String key) {
        return (Value.Mapping) Objects.requireNonNull(map.entries().get(key), key);
    }

    private static List<Value> list(Value.Mapping map, String key) {
        return ((Value.Sequence) Objects.requireNonNull(map.entries().get(key), key)).elements();
    }

    private record Run(int exitCode, String output) {}

    private static Run bash(Path folder, String script, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-c", script)
                        .directory(folder.toFile())
                        .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }
}
