package dev.myriarch.myrctl;

import dev.myriarch.myrctl.report.Report;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks everything that the server checks before it applies a revision. */
@Command(
        name = "validate",
        description = {
            "Checks a repository: files, objects, references, and what the fleets render for the"
                    + " sample agents.",
            "Exit codes: 0 valid, 1 not valid, 2 wrong usage or trouble."
        },
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class)
final class ValidateCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin private final RepositoryOptions repository = new RepositoryOptions();
    @Mixin private final OutputOption output = new OutputOption();

    @Option(names = "--strict", description = "Warnings fail the check, too.")
    private boolean strict;

    ValidateCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        output.check();
        Report report = repository.read(surroundings).report("validate", strict);
        output.write(surroundings, report);
        return report.passed() ? 0 : CommandException.NEGATIVE;
    }
}
