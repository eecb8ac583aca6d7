package dev.myriarch.myrctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import dev.myriarch.testing.GoldenFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code myrctl validate}: answers, formats and exit codes. */
final class ValidateCommandTest {
    private static final Path PROJECT = Path.of("");

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"text", "json", "github", "gitlab", "junit", "sarif", "markdown"})
    void brokenRepositoryInEveryFormat(String format) {
        CommandRun.broken(folder);

        CommandRun run = CommandRun.in(folder, "validate", "config", "--output", format);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        GoldenFiles.check("myrctl/validate/broken." + format, run.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json", "github", "gitlab", "junit", "sarif", "markdown"})
    void warningsInEveryFormat(String format) {
        CommandRun.warned(folder);

        CommandRun run = CommandRun.in(folder, "validate", "-o", format);

        assertThat(run.exitCode()).isEqualTo(0);
        GoldenFiles.check("myrctl/validate/warned." + format, run.out());
    }

    @Test
    void quickstartIsValidAlsoStrictly() {
        CommandRun run = CommandRun.in(PROJECT, "validate", "--strict", "examples/quickstart");

        assertThat(run.exitCode()).isEqualTo(0);
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .containsExactly(
                        "examples/quickstart/samples/agents/hosts.yaml:49:21: info"
                                + " unchecked_settings: settings are not described for collector"
                                + " 0.149.0, so they are not checked: receiver windowseventlog"
                                + " [SampleAgent/windows-datacenter spec.collectorVersion]",
                        "examples/quickstart is valid: 9 objects, 4 sample agents");
    }

    @Test
    void warningsFailOnlyAStrictCheck() {
        CommandRun.warned(folder);

        assertThat(CommandRun.in(folder, "validate").exitCode()).isEqualTo(0);
        CommandRun strict = CommandRun.in(folder, "validate", "--strict");
        assertThat(strict.exitCode()).isEqualTo(1);
        assertThat(strict.out()).contains(". is not valid: 0 errors, 2 warnings, and --strict");
    }

    @Test
    void outputsRepeatAndOnlyOneGoesToTheStandardOutput() throws IOException {
        CommandRun.warned(folder);

        CommandRun run =
                CommandRun.in(
                        folder,
                        "validate",
                        "--output",
                        "junit=report.xml",
                        "--output",
                        "sarif=report.sarif",
                        "--output",
                        "text");

        assertThat(run.exitCode()).isEqualTo(0);
        assertThat(run.out()).contains("sample_unassigned");
        assertThat(Files.readString(folder.resolve("report.xml"))).startsWith("<?xml");
        assertThat(Files.readString(folder.resolve("report.sarif"))).contains("\"2.1.0\"");
        CommandRun two = CommandRun.in(folder, "validate", "-o", "text", "-o", "json");
        assertThat(two.exitCode()).isEqualTo(2);
        assertThat(two.err()).contains("only one --output goes to the standard output");
    }

    @Test
    void githubShowsTenOfEachAndCountsTheRest() {
        StringBuilder documents = new StringBuilder();
        for (int index = 0; index < 13; index++) {
            documents.append("---\napiVersion: myriarch.dev/v1alpha1\nkind: Fleet\n");
            documents.append("metadata: {name: f%d}\nspec: {blueprint: none}\n".formatted(index));
        }
        CommandRun.write(folder, "fleets.yaml", documents.toString());

        String out = CommandRun.in(folder, "validate", "--output", "github").out();

        assertThat(out.lines().filter(line -> line.startsWith("::error "))).hasSize(10);
        assertThat(out).contains("::notice title=myrctl::3 more (3 errors, 0 warnings)");
    }

    @Test
    void githubGetsTheWholeTableAsSummary() throws IOException {
        CommandRun.warned(folder);
        Path summary = Files.writeString(folder.resolve("summary.md"), "before\n");

        CommandRun.in(
                folder,
                Map.of("GITHUB_STEP_SUMMARY", summary.toString()),
                "validate",
                "--output",
                "github");

        assertThat(Files.readString(summary))
                .startsWith("before\n<!-- myrctl:validate -->")
                .contains("`sample_unassigned`");
    }

    @Test
    void namesOfFilesCannotGiveCommandsToTheCiSystem() {
        CommandRun.write(folder, "::add-mask::x,y=1.yaml", "a: [\n");

        CommandRun text = CommandRun.in(folder, "validate");
        CommandRun github = CommandRun.in(folder, "validate", "--output", "github");

        assertThat(text.out().lines()).noneMatch(line -> line.startsWith("::"));
        assertThat(github.out())
                .startsWith("::error file=%3A%3Aadd-mask%3A%3Ax%2Cy=1.yaml,line=")
                .doesNotContain("\n::");
    }

    @Test
    void fingerprintsStayWhenLinesMove() {
        CommandRun.broken(folder);
        Value before = Json.read(gitlab());
        CommandRun.write(
                folder, "config/fleets/one.yaml", "# moved\n\n" + read("config/fleets/one.yaml"));

        Value after = Json.read(gitlab());

        assertThat(fingerprints(after)).isEqualTo(fingerprints(before));
        assertThat(after).isNotEqualTo(before);
    }

    @Test
    void componentsAreCheckedAgainstAList() {
        CommandRun.warned(folder);
        CommandRun.write(
                folder,
                "lists/otelcol.txt",
                """
                buildinfo: {command: otelcol}
                receivers:
                  - name: otlp
                    module: example.com/otlp v1
                exporters: [nop, debug]
                """);

        CommandRun run = CommandRun.in(folder, "validate", "--components", "lists/otelcol.txt");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("base.yaml:7:17: error unknown_component: the collector contains no")
                .contains("receiver \"nop\"");
    }

    private String gitlab() {
        return CommandRun.in(folder, "validate", "config", "--output", "gitlab").out();
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String fingerprints(Value report) {
        StringBuilder fingerprints = new StringBuilder();
        for (Value issue : ((Value.Sequence) report).elements()) {
            fingerprints.append(((Value.Mapping) issue).entries().get("fingerprint")).append('\n');
        }
        return fingerprints.toString();
    }
}
