package dev.myriarch.myrctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.Skip;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The completion script, asked by a real bash as it asks when somebody presses the tab key. */
final class CompletionScenarioTest {
    @TempDir private Path folder;

    @Test
    void commandsAreCompleted() throws Exception {
        assertThat(complete("myrctl", "")).containsAll(commands());
        assertThat(complete("myrctl", "va")).containsExactly("validate");
    }

    @Test
    void optionsOfEveryCommandAreCompleted() throws Exception {
        assertThat(complete("myrctl", "validate", "--st")).containsExactly("--strict");
        assertThat(complete("myrctl", "diff", "--exi")).containsExactly("--exit-code");
        for (String command : commands()) {
            assertThat(complete("myrctl", command, "--he")).contains("--help");
        }
    }

    private static List<String> commands() {
        return Arrays.stream(Subcommand.values()).map(Subcommand::text).toList();
    }

    private List<String> complete(String... words) throws IOException, InterruptedException {
        Path bash = Skip.unlessInstalled("bash", CompletionScenarioTest.class);
        CommandRun script = CommandRun.in(folder, "completion");
        assertThat(script.exitCode()).as(script.err()).isZero();
        Files.writeString(folder.resolve("completion"), script.out());
        String quoted = "'" + String.join("' '", words) + "'";
        Process process =
                new ProcessBuilder(
                                bash.toString(),
                                "-c",
                                """
                                compopt() { :; } # works only while a key is pressed
                                source ./completion
                                COMP_WORDS=(%s) COMP_CWORD=%d
                                _complete_myrctl
                                printf '%%s\\n' "${COMPREPLY[@]}"
                                """
                                        .formatted(quoted, words.length - 1))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().map(String::strip).toList();
    }
}
