package dev.myriarch.myrctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.gitops.IssueCode;
import dev.myriarch.testing.GoldenFiles;
import dev.myriarch.testing.QuickstartCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands on the quickstart repository, with exact outputs. */
final class CommandsTest {
    private static final Path EXAMPLES = Path.of("examples");

    @TempDir private Path folder;

    @Test
    void renderGivesTheBytesThatTheServerOffers() throws IOException {
        for (String sample :
                new String[] {"linux-plain", "linux-edge", "windows-datacenter", "k8s-gateway-0"}) {
            CommandRun run = CommandRun.in(EXAMPLES, "render", "quickstart", "--sample", sample);

            assertThat(run.exitCode()).isEqualTo(0);
            assertThat(run.err()).isEmpty();
            assertThat(run.out())
                    .isEqualTo(
                            Files.readString(
                                    Path.of(
                                            "src/test/resources/golden/blueprint",
                                            sample,
                                            "config.yaml")));
        }
    }

    @Test
    void renderAsJsonSaysWhereValuesComeFrom() {
        GoldenFiles.check(
                "myrctl/render/edge.json",
                CommandRun.in(
                                EXAMPLES,
                                "render",
                                "quickstart",
                                "--sample",
                                "linux-edge",
                                "--param",
                                "batchTimeout=9s",
                                "--param",
                                "memoryLimitPercent=33",
                                "--output",
                                "json")
                        .transcript());
    }

    @Test
    void parametersKeepTheTypeThatTheBlueprintDeclares() {
        CommandRun.warned(folder);
        CommandRun.object(
                folder,
                "base.yaml",
                "Blueprint",
                "base",
                """
                parameters:
                  - {name: site, type: string, default: none}
                  - {name: paths, type: list, default: []}
                config:
                  receivers: {nop: {site: "[[ .params.site ]]", paths: "[[ .params.paths ]]"}}
                  exporters: {nop: {}}
                  service: {pipelines: {logs: {receivers: [nop], exporters: [nop]}}}
                """);

        CommandRun run =
                CommandRun.in(
                        folder,
                        "render",
                        "--attr",
                        "os.type=linux",
                        "--param",
                        "site=007",
                        "--param",
                        "paths=[a, b=c]");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("site: \"007\"").contains("- a\n").contains("- b=c\n");
    }

    @Test
    void valuesThatTheBlueprintRefusesGiveNoConfiguration() {
        CommandRun run =
                CommandRun.in(
                        EXAMPLES,
                        "render",
                        "quickstart",
                        "--sample",
                        "linux-plain",
                        "--param",
                        "memoryLimitPercent=99",
                        "--param",
                        "nosuch=1");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("error invalid_parameter_value: parameter memoryLimitPercent (override)")
                .contains("error unknown_parameter: ");
    }

    @Test
    void agentWithoutAFleetIsRenderedOnlyOnDemand() {
        String[] agent = {"render", "quickstart", "--attr", "os.type=solaris"};

        CommandRun none = CommandRun.in(EXAMPLES, agent);
        CommandRun forced =
                CommandRun.in(
                        EXAMPLES, agent[0], agent[1], agent[2], agent[3], "--fleet", "linux-hosts");

        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err()).contains("no fleet takes this agent");
        assertThat(forced.exitCode()).isEqualTo(0);
        assertThat(forced.out()).startsWith("exporters:\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void matchSaysWhichFleetWinsAndWhyNotTheOthers(String format) {
        GoldenFiles.check(
                "myrctl/match/kubernetes." + format,
                CommandRun.in(
                                EXAMPLES,
                                "match",
                                "quickstart",
                                "--attr",
                                "os.type=linux",
                                "--attr",
                                "site.type=kubernetes",
                                "--output",
                                format)
                        .transcript());
    }

    @Test
    void matchSaysWhichFleetsAreAmbiguousAndOutranked() {
        CommandRun.warned(folder);
        String every = "selector: {}\nblueprint: base\n";
        CommandRun.object(folder, "x.yaml", "Fleet", "x", every);
        CommandRun.object(folder, "low.yaml", "Fleet", "low", every + "priority: -1\n");

        GoldenFiles.check(
                "myrctl/match/ambiguous.text",
                CommandRun.in(folder, "match", "--sample", "agent-a").transcript());
    }

    @Test
    void matchTellsThatABridgeStaysLocked() {
        CommandRun run =
                CommandRun.in(
                        EXAMPLES,
                        "match",
                        "quickstart",
                        "--attr",
                        "os.type=linux",
                        "--attr",
                        "opentelemetry.io/opamp.bridge.mode=operator");

        assertThat(run.out()).contains("linux-hosts: wins").contains("is never configured");
    }

    @Test
    void testComparesWithGoldenFilesAndWritesThem() {
        QuickstartCopy copy = QuickstartCopy.in(folder);
        CommandRun missing = CommandRun.in(folder, "test");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.out())
                .contains("linux-edge has no golden file")
                .contains("0 of 4 as expected");

        CommandRun written = CommandRun.in(folder, "test", "--update");
        assertThat(written.exitCode()).isEqualTo(0);
        assertThat(written.out()).contains("linux-edge: written");
        CommandRun same = CommandRun.in(folder, "test");
        assertThat(same.transcript())
                .isEqualTo("exit code 0\n-- out\n4 of 4 as expected\n-- err\n");
        assertThat(CommandRun.in(folder, "validate", "--strict").exitCode()).isEqualTo(0);

        copy.replace("inventory/sites.yaml", "memoryLimitPercent: 25", "memoryLimitPercent: 26");
        CommandRun.write(folder, "samples/golden/gone.yaml", "");
        GoldenFiles.check("myrctl/test/changed.text", CommandRun.in(folder, "test").transcript());
        GoldenFiles.check(
                "myrctl/test/changed.junit",
                CommandRun.in(folder, "test", "-o", "junit").transcript());

        CommandRun.in(folder, "test", "--update");
        assertThat(CommandRun.in(folder, "test").exitCode()).isEqualTo(0);
        assertThat(folder.resolve("samples/golden/gone.yaml")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json", "markdown"})
    void diffShowsEachDistinctChangeOnce(String format) {
        changed();

        GoldenFiles.check(
                "myrctl/diff/changed." + format,
                withoutRevisions(
                        CommandRun.in(folder, "diff", "base", "head", "-o", format).transcript()));
    }

    @Test
    void diffOfEqualFoldersIsEmpty() {
        QuickstartCopy.in(folder);

        CommandRun run = CommandRun.in(folder, "diff", ".");

        assertThat(run.transcript())
                .isEqualTo(
                        """
                        exit code 0
                        -- out
                        no sample agent gets another configuration
                        -- err
                        """);
    }

    @Test
    void diffCountsFiltersAndLeavesTheExitCodeAlone() {
        changed();

        CommandRun run =
                CommandRun.in(
                        folder,
                        "diff",
                        "base",
                        "head",
                        "--stat",
                        "--exit-code=false",
                        "--fleet",
                        "linux-hosts",
                        "--sample",
                        "linux-edge");

        assertThat(run.transcript())
                .isEqualTo(
                        """
                        exit code 0
                        -- out
                        linux-edge (linux-hosts) +2 -2
                        fleet linux-hosts: 1 of 1 sample agent
                        1 distinct change for 1 sample agent
                        -- err
                        """);
    }

    @Test
    void diffWithAFolderThatIsNotValidIsTrouble() {
        CommandRun.broken(folder);
        QuickstartCopy.in(folder.resolve("base"));

        CommandRun run = CommandRun.in(folder, "diff", "base", "config");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("the repository is not valid").contains("unknown_field");
    }

    private void changed() {
        QuickstartCopy.in(folder.resolve("base"));
        QuickstartCopy head = QuickstartCopy.in(folder.resolve("head"));
        head.replace("inventory/sites.yaml", "memoryLimitPercent: 25", "memoryLimitPercent: 40");
        head.replace(
                "blueprints/windows-host.yaml",
                "\n  config:\n",
                "\n  config:\n    exporters: {otlp_grpc/gateway: {compression: zstd}}\n");
    }

    private static String withoutRevisions(String text) {
        return text.replaceAll("[0-9a-f]{64}", "REVISION");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mermaid", "json"})
    void graphDrawsWhatBelongsTogether(String format) {
        GoldenFiles.check(
                "myrctl/graph/quickstart." + format,
                CommandRun.in(EXAMPLES, "graph", "quickstart", "-o", format).transcript());
    }

    @ParameterizedTest
    @EnumSource(InitCommand.Ci.class)
    void initWritesAValidRepositoryOnce(InitCommand.Ci ci) {
        CommandRun first = CommandRun.in(folder, "init", "new", "--ci", ci.name());
        CommandRun check = CommandRun.in(folder, "validate", "new/gitops", "--strict");
        CommandRun second = CommandRun.in(folder, "init", "new");

        assertThat(first.exitCode()).isEqualTo(0);
        assertThat(check.transcript())
                .contains("exit code 0")
                .contains("new/gitops is valid: 2 objects");
        assertThat(second.exitCode()).isEqualTo(1);
        assertThat(second.err()).contains("is there already; nothing was written");
    }

    @ParameterizedTest
    @EnumSource(IssueCode.class)
    void explainKnowsEveryCode(IssueCode code) {
        CommandRun run = CommandRun.in(folder, "explain", code.code());

        assertThat(run.exitCode()).isEqualTo(0);
        assertThat(run.out()).contains(code.meaning()).contains(code.fix());
    }

    @Test
    void explainWithoutACodeListsAll() {
        CommandRun run = CommandRun.in(folder, "explain");

        assertThat(run.out().lines()).hasSameSizeAs(IssueCode.values());
        assertThat(CommandRun.in(folder, "explain", "-o", "json").out())
                .startsWith(
                        "{\"formatVersion\":\"1.0\",\"codes\":[{\"code\":\"blueprint_not_found\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Fleet.spec.update.selection",
                "rolloutpolicy.waves[0].percent",
                "Executor/spec.webhook.secretEnv",
                "Inventory"
            })
    void explainKnowsFields(String subject) {
        CommandRun run = CommandRun.in(folder, "explain", subject);

        assertThat(run.exitCode()).isEqualTo(0);
        GoldenFiles.check(
                "myrctl/explain/" + subject.replaceAll("[^A-Za-z]", "-") + ".text", run.out());
        assertThat(CommandRun.in(folder, "explain", subject, "-o", "json").out())
                .startsWith("{\"formatVersion\":\"1.0\",\"kind\":\"");
    }

    @ParameterizedTest
    @EnumSource(Subcommand.class)
    void everyCommandHasHelpThatTheReferenceShows(Subcommand command) throws IOException {
        CommandRun run = CommandRun.in(folder, command.text(), "--help");

        assertThat(run.exitCode()).isEqualTo(0);
        GoldenFiles.check("myrctl/help/" + command.text() + ".text", run.out());
        assertThat(Files.readString(Path.of("docs/reference/myrctl.md")))
                .contains("## myrctl " + command.text());
    }

    @Test
    void helpListsTheCommands() {
        CommandRun run = CommandRun.in(folder, "--help");

        assertThat(run.exitCode()).isEqualTo(0);
        GoldenFiles.check("myrctl/help/myrctl.text", run.out());
        assertThat(CommandRun.in(folder, "--version").out()).startsWith("myrctl ");
    }
}
