package dev.myriarch.myrctl;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints pages of the manual. */
@Command(
        name = "manual",
        description = {
            "Prints a page of the manual for man: myrctl manual validate | man -l -",
            "Exit codes: 0 printed, 2 wrong usage or trouble."
        },
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class)
final class ManualCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "COMMAND",
            description = "The command; without one the page of myrctl.")
    private @Nullable String command;

    ManualCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        CommandLine whole = Myrctl.whole(surroundings);
        CommandLine wanted =
                Optional.ofNullable(command)
                        .map(name ->
                                Optional.ofNullable(whole.getSubcommands().get(name))
                                        .orElseThrow(() ->
                                                CommandException.trouble(
                                                        "there is no command \"%s\""
                                                                .formatted(name))))
                        .orElse(whole);
        surroundings.out().print(ManualPage.of(wanted));
        return 0;
    }
}
