package dev.myriarch.myrctl;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints what a shell needs to complete commands and options. */
@Command(
        name = "completion",
        description = {
            "Prints a script that completes commands and options in bash and zsh.",
            "In bash: source <(myrctl completion)",
            "In zsh the same, after: autoload -U +X bashcompinit && bashcompinit",
            "Exit codes: 0 printed, 2 wrong usage or trouble."
        },
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class)
final class CompletionCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    CompletionCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        surroundings.out().print(AutoComplete.bash("myrctl", Myrctl.whole(surroundings)));
        return 0;
    }
}
