package dev.myriarch.myrctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.json.Json;
import dev.myriarch.testing.QuickstartCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code myrctl fmt}: what it writes, what it says, and its exit codes. */
final class FmtCommandTest {
    private static final String ROUGH =
            """
            kind: Fleet
            apiVersion: myriarch.dev/v1alpha1
            # who
            metadata: {name: linux}
            spec:
                blueprint: base

                # which
                selector: {matchAttributes: {os.type: linux}}
            """;

    private static final String FORMATTED =
            """
            apiVersion: myriarch.dev/v1alpha1
            kind: Fleet
            # who
            metadata: {name: linux}
            spec:
              # which
              selector: {matchAttributes: {os.type: linux}}

              blueprint: base
            """;

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {"examples/quickstart", "src/main/resources/dev/myriarch/myrctl/init/gitops"})
    void theExamplesAreFormatted(String example) {
        CommandRun run = CommandRun.in(Path.of(""), "fmt", "--check", example);

        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(0);
    }

    @Test
    void fieldsComeInTheOrderOfTheReferenceWithTheirComments() throws IOException {
        CommandRun.warned(folder);
        CommandRun.write(folder, "fleet.yaml", ROUGH);

        CommandRun run = CommandRun.in(folder, "fmt");

        assertThat(run.exitCode()).isEqualTo(0);
        assertThat(run.out()).isEqualTo("fleet.yaml\n");
        assertThat(Files.readString(folder.resolve("fleet.yaml"))).isEqualTo(FORMATTED);
        assertThat(CommandRun.in(folder, "fmt").out()).isEmpty();
        assertThat(CommandRun.in(folder, "fmt", "--check").transcript())
                .isEqualTo("exit code 0\n-- out\n-- err\n4 files are formatted\n");
    }

    @Test
    void checkWritesNothingAndSaysWhere() throws IOException {
        CommandRun.write(folder, "config/fleet.yaml", ROUGH);

        CommandRun run = CommandRun.in(folder, "fmt", "config", "--check", "--diff");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .startsWith("config/fleet.yaml:1:1: not formatted\n@@ ")
                .contains("+  blueprint: base\n");
        assertThat(run.err()).contains("1 of 1 files are not formatted");
        assertThat(Files.readString(folder.resolve("config/fleet.yaml"))).isEqualTo(ROUGH);
        assertThat(Json.read(CommandRun.in(folder, "fmt", "config", "--check", "-o", "json").out()))
                .isEqualTo(
                        Json.read(
                                """
                                {"formatVersion": "1.0", "files": [
                                  {"file": "config/fleet.yaml", "state": "unformatted", "line": 1}
                                ]}
                                """));
    }

    @Test
    void formattingChangesNothingOfWhatAgentsGet() {
        QuickstartCopy.in(folder.resolve("base"));
        QuickstartCopy head = QuickstartCopy.in(folder.resolve("head"));
        head.replace(
                "fleets/fleets.yaml",
                "  displayName: Linux hosts\n",
                "  displayName: Linux hosts   \n\n\n");

        assertThat(CommandRun.in(folder, "fmt", "head").out()).contains("head/fleets/fleets.yaml");

        assertThat(CommandRun.in(folder, "diff", "base", "head").exitCode()).isEqualTo(0);
    }

    @Test
    void brokenFilesStayAndTheOthersAreFormatted() throws IOException {
        CommandRun.write(folder, "broken.yaml", "a:\n  - [\n");
        CommandRun.write(folder, "fleet.yaml", ROUGH);
        CommandRun.write(folder, "odd.yaml", "? a\n: b\n");

        CommandRun run = CommandRun.in(folder, "fmt");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("broken.yaml:3:1: yaml_syntax: ")
                .contains("odd.yaml:1:1: a key with a question mark");
        assertThat(Files.readString(folder.resolve("broken.yaml"))).isEqualTo("a:\n  - [\n");
        assertThat(Files.readString(folder.resolve("fleet.yaml"))).isEqualTo(FORMATTED);
    }

    @Test
    void singleFilesAreFormattedAndKeepTheirPermissions() throws IOException {
        Path file = Files.writeString(folder.resolve("fleet.yaml"), ROUGH);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        CommandRun.write(folder, "other.yaml", ROUGH);

        CommandRun run = CommandRun.in(folder, "fmt", "fleet.yaml");

        assertThat(run.out()).isEqualTo("fleet.yaml\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        assertThat(Files.readString(folder.resolve("other.yaml"))).isEqualTo(ROUGH);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("fleet.yaml", "other.yaml");
    }

    @Test
    void linksAreNotFollowed() throws IOException {
        Path target = Files.writeString(folder.resolve("target.txt"), ROUGH);
        Files.createSymbolicLink(folder.resolve("link.yaml"), target);

        CommandRun run = CommandRun.in(folder, "fmt", "link.yaml");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("is no regular file");
        assertThat(Files.readString(target)).isEqualTo(ROUGH);
    }
}
