package dev.myriarch.myrctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.GitRepository;
import dev.myriarch.testing.GoldenFiles;
import dev.myriarch.testing.QuickstartCopy;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a change in Git means for agents. */
final class DiffRevisionsTest {
    @TempDir private Path folder;
    private String first = "";
    private String second = "";

    @BeforeEach
    void commits() {
        GitRepository repository = GitRepository.in(folder, DiffRevisionsTest.class);
        QuickstartCopy copy = QuickstartCopy.in(folder.resolve("gitops"));
        first = repository.commit("first");
        repository.git("branch", "before");
        copy.replace("inventory/sites.yaml", "memoryLimitPercent: 25", "memoryLimitPercent: 40");
        second = repository.commit("second");
        copy.replace("inventory/sites.yaml", "memoryLimitPercent: 40", "memoryLimitPercent: 41");
    }

    @Test
    void rangeComparesTwoRevisions() {
        CommandRun run = CommandRun.in(folder, "diff", "before..main", "gitops");

        GoldenFiles.check("myrctl/diff/range.text", run.transcript());
        assertThat(CommandRun.in(folder, "diff", "before..main", "gitops", "-o", "json").out())
                .contains("\"base\":\"" + first + "\",\"head\":\"" + second + "\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    main..before  | 1 | linux-edge (linux-hosts) +
                    before..      | 1 | linux-edge (linux-hosts) +
                    ..before      | 1 | linux-edge (linux-hosts) +
                    main...before | 0 | no sample agent gets another configuration
                    before...main | 1 | linux-edge (linux-hosts) +
                    """)
    void rangesMeanWhatTheyMeanInGit(String range, int exitCode, String out) {
        CommandRun run = CommandRun.in(folder, "diff", range, "gitops", "--stat");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.out()).contains(out);
    }

    @Test
    void baseIsComparedWithTheFolderAsItIs() {
        CommandRun now = CommandRun.in(folder, "diff", "--base", "main", "gitops");
        CommandRun then =
                CommandRun.in(
                        folder.resolve("gitops"), "diff", "--base", "before", "--head", "main");

        assertThat(now.exitCode()).isEqualTo(1);
        assertThat(now.out())
                .contains("-    limit_percentage: 40\n")
                .contains("+    limit_percentage: 41\n");
        assertThat(then.out())
                .contains("-    limit_percentage: 25\n")
                .contains("+    limit_percentage: 40\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    diff --base nosuch gitops       | there is no revision "nosuch" in this clone
                    diff nosuch..main gitops        | there is no revision "nosuch" in this clone
                    diff main gitops                | for a Git revision write --base main
                    diff                            | compare with what?
                    diff --head main                | --head needs --base
                    diff --base main gitops gitops  | --base compares one folder; two are named
                    diff --base main nosuch         | git cannot be started
                    """)
    void whatCannotBeComparedIsTrouble(String call, String message) {
        CommandRun run = CommandRun.in(folder, call.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(message);
    }

    @Test
    void revisionThatIsNotValidIsTrouble() {
        CommandRun.object(folder, "gitops/fleets/bad.yaml", "Fleet", "bad", "nosuch: 1");
        GitRepository.in(folder, DiffRevisionsTest.class).commit("broken");

        CommandRun run = CommandRun.in(folder, "diff", "before..main", "gitops");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("the repository is not valid").contains("unknown_field");
    }
}
