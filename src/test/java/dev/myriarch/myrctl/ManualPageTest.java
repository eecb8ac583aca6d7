package dev.myriarch.myrctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.GoldenFiles;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pages for man. */
final class ManualPageTest {
    private static final Pattern OPTION = Pattern.compile("--[a-z-]+");

    @TempDir private Path folder;

    @ParameterizedTest
    @EnumSource(Subcommand.class)
    void everyOptionOfTheHelpIsOnThePage(Subcommand command) {
        CommandRun page = CommandRun.in(folder, "manual", command.text());

        assertThat(page.exitCode()).isZero();
        assertThat(page.out()).startsWith(".TH MYRCTL-").contains(".SH NAME\n\\&myrctl\\-");
        assertThat(page.out().lines())
                .allMatch(line -> line.startsWith(".") || line.startsWith("\\&"));
        assertThat(options(page.out().replace("\\-", "-")))
                .containsAll(options(CommandRun.in(folder, command.text(), "--help").out()));
    }

    private static Set<String> options(String text) {
        return OPTION.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(option -> !option.endsWith("-"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void thePageOfMyrctlListsTheCommandsAndExitCodes() {
        CommandRun page = CommandRun.in(folder, "manual");

        assertThat(page.out().lines())
                .containsAll(
                        Arrays.stream(Subcommand.values())
                                .map(each -> "\\&" + each.text())
                                .toList())
                .anyMatch(line -> line.startsWith("\\&Exit codes: 0 done"));
        GoldenFiles.check(
                "myrctl/manual/validate.1", CommandRun.in(folder, "manual", "validate").out());
    }

    @Test
    void anUnknownCommandHasNoPage() {
        CommandRun page = CommandRun.in(folder, "manual", "nosuch");

        assertThat(page.exitCode()).isEqualTo(2);
        assertThat(page.err()).contains("there is no command \"nosuch\"");
    }
}
