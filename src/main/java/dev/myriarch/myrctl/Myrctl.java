package dev.myriarch.myrctl;

import dev.myriarch.myrctl.report.Report;
import dev.myriarch.myrctl.report.ReportFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line. Needs no server: everything here works on folders. */
@Command(
        name = "myrctl",
        description = "Checks and renders a GitOps repository as the server would.",
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit codes: 0 done or no difference, 1 a negative answer (not valid, differs, no fleet),"
                    + " 2 wrong usage or trouble."
        })
public final class Myrctl {
    private static final int WIDTH = 100;

    private Myrctl() {}

    public static void main(String[] args) {
        Surroundings surroundings = Surroundings.ofProcess();
        int exitCode = run(surroundings, args);
        surroundings.out().flush();
        surroundings.err().flush();
        if (surroundings.out().checkError() && exitCode == 0) {
            exitCode = CommandException.TROUBLE;
        }
        System.exit(exitCode);
    }

    /** Runs one command and gives its exit code; never throws. */
    static int run(Surroundings surroundings, String... args) {
        CommandLine commandLine = with(wanted(List.of(args)), surroundings);
        // Settings reach only those subcommands that are there already.
        commandLine
                .setOut(surroundings.out())
                .setErr(surroundings.err())
                .setUsageHelpWidth(WIDTH)
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setParameterExceptionHandler((problem, _) -> usage(surroundings, problem))
                .setExecutionExceptionHandler(
                        (problem, command, _) -> failed(surroundings, command, problem));
        try {
            return commandLine.execute(args);
        } catch (VirtualMachineError e) {
            surroundings.err().println("myrctl: out of memory or stack (%s)".formatted(e));
            return CommandException.TROUBLE;
        }
    }

    /** The command line with all commands. */
    static CommandLine whole(Surroundings surroundings) {
        return with(Arrays.asList(Subcommand.values()), surroundings);
    }

    private static CommandLine with(List<Subcommand> subcommands, Surroundings surroundings) {
        CommandLine commandLine = new CommandLine(new Myrctl());
        for (Subcommand subcommand : subcommands) {
            commandLine.addSubcommand(subcommand.text(), subcommand.create(surroundings));
        }
        return commandLine;
    }

    /** Reading the annotations of a command takes time, so only what is asked for is wired. */
    private static List<Subcommand> wanted(List<String> args) {
        Optional<Subcommand> named =
                args.stream()
                        .filter(each -> !each.startsWith("-"))
                        .findFirst()
                        .flatMap(Subcommand::of);
        return named.map(List::of).orElse(Arrays.asList(Subcommand.values()));
    }

    private static int usage(Surroundings surroundings, ParameterException problem) {
        surroundings.err().println("myrctl: " + problem.getMessage());
        UnmatchedArgumentException.printSuggestions(problem, surroundings.err());
        String command = problem.getCommandLine().getCommandSpec().qualifiedName();
        surroundings.err().println("\"%s --help\" shows what there is".formatted(command));
        return CommandException.TROUBLE;
    }

    private static int failed(Surroundings surroundings, CommandLine command, Exception problem) {
        if (problem instanceof CommandException expected) {
            surroundings.err().println("myrctl: " + expected.getMessage());
            expected.report().ifPresent(report -> answer(surroundings, command, report));
            return expected.exitCode();
        }
        StackTraceElement[] trace = problem.getStackTrace();
        surroundings
                .err()
                .println(
                        "myrctl: internal error, please report it: %s%s"
                                .formatted(problem, trace.length == 0 ? "" : " at " + trace[0]));
        return CommandException.TROUBLE;
    }

    /** A program that asked for a format of programs gets the errors in it. */
    private static void answer(Surroundings surroundings, CommandLine command, Report report) {
        Object output = command.getParseResult().matchedOptionValue("--output", (Object) "");
        ReportFormat.of(String.valueOf(output))
                .filter(format -> format != ReportFormat.TEXT)
                .ifPresent(format -> surroundings.out().print(format.write(report)));
    }
}
