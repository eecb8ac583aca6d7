package dev.myriarch.myrctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.GoldenFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where values come from, on the quickstart repository. */
final class ExplainValuesTest {
    private static final Path EXAMPLES = Path.of("examples");

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void valuesNameLayerParameterSourceAndPlace(String format) {
        GoldenFiles.check(
                "myrctl/explain/limiter." + format,
                explain("processors::memory_limiter", "-o", format).transcript());
    }

    @Test
    void removedValuesNameTheLayerThatDeletedThem() {
        GoldenFiles.check(
                "myrctl/explain/all.text",
                CommandRun.in(
                                EXAMPLES,
                                "explain",
                                "all",
                                "quickstart",
                                "--sample",
                                "windows-datacenter")
                        .transcript());
    }

    @Test
    void pathThatTheConfigurationDoesNotHaveIsANegativeAnswer() {
        CommandRun run = explain("receivers::nosuch");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .isEqualTo("fleet linux-hosts gives this agent nothing at receivers::nosuch\n");
    }

    @Test
    void agentWithoutAFleetIsANegativeAnswer() {
        CommandRun run =
                CommandRun.in(EXAMPLES, "explain", "all", "quickstart", "--attr", "os.type=plan9");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("no fleet takes this agent");
    }

    private static CommandRun explain(String path, String... more) {
        String[] args = new String[5 + more.length];
        args[0] = "explain";
        args[1] = path;
        args[2] = "quickstart";
        args[3] = "--sample";
        args[4] = "linux-edge";
        System.arraycopy(more, 0, args, 5, more.length);
        return CommandRun.in(EXAMPLES, args);
    }
}
