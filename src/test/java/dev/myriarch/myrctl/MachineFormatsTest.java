package dev.myriarch.myrctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import dev.myriarch.testing.GoldenFiles;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What programs get from each command on a repository with errors. */
final class MachineFormatsTest {
    private static final String CALLS =
            """
            render  | json     | render config --sample agent-a
            match   | json     | match config --attr os.type=linux
            test    | junit    | test config
            fmt     | json     | fmt config --check
            diff    | json     | diff config good
            diff    | markdown | diff good config
            graph   | json     | graph config
            explain | json     | explain all config --sample agent-a
            explain-code | json | explain nosuch_code
            """;

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = CALLS)
    void errorsInEveryMachineFormat(String name, String format, String call) {
        CommandRun.broken(folder);
        CommandRun.warned(folder.resolve("good"));

        CommandRun run = CommandRun.in(folder, (call + " --output " + format).split(" "));

        assertThat(run.exitCode()).isIn(1, 2);
        assertThat(run.out().isEmpty())
                .as("only wrong usage")
                .isEqualTo(name.equals("explain-code"));
        if (format.equals("json") && !run.out().isEmpty()) {
            assertThat(((Value.Mapping) Json.read(run.out())).entries())
                    .containsKey("formatVersion");
        }
        GoldenFiles.check("myrctl/errors/%s.%s".formatted(name, format), run.transcript());
    }

    @Test
    void everyCommandThatAnswersPrograms() {
        Set<String> called =
                CALLS.lines()
                        .map(line -> line.split(" ", 2)[0].replaceAll("-.*", ""))
                        .collect(Collectors.toCollection(TreeSet::new));
        // Has a test of its own; the others write only files or lines.
        called.add("validate");
        Set<String> answering =
                Arrays.stream(Subcommand.values())
                        .map(Subcommand::text)
                        .filter(each ->
                                CommandRun.in(folder, each, "--help").out().contains("--output"))
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(answering).isEqualTo(called);
    }

    @Test
    void nothingIsColoured() {
        CommandRun.broken(folder);

        for (Subcommand command : Subcommand.values()) {
            for (String argument : new String[] {"--help", "config", "--nosuch"}) {
                if (command != Subcommand.INIT) {
                    assertThat(CommandRun.in(folder, command.text(), argument).transcript())
                            .doesNotContain("\u001b");
                }
            }
        }
    }
}
