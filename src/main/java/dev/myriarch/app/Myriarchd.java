package dev.myriarch.app;

import dev.myriarch.config.ConfigException;
import java.util.Optional;
import java.util.logging.Level;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The server's command line. */
@Command(
        name = "myriarchd",
        description = "Manages fleets of OpenTelemetry Collectors over OpAMP.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            ServeCommand.class,
            DevCommand.class,
            MigrateCommand.class,
            HealthcheckCommand.class,
            ConfigCommand.class,
            AuthCommand.class
        })
public final class Myriarchd {
    private Myriarchd() {}

    /** Exit codes: 0 done, 1 the start failed, 2 wrong usage. */
    public static void main(String[] args) {
        raiseParallelism();
        installLogManager();
        LogSetup.configure(Level.INFO, new TextLogFormatter());
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Myriarchd());
        commandLine.setExecutionExceptionHandler((problem, command, _) -> {
            if (problem instanceof StartupException startup) {
                command.getErr().println("myriarchd: " + startup.getMessage());
                return 1;
            }
            if (problem instanceof ConfigException wrong) {
                String message = ConfigFiles.wrong(Optional.empty(), wrong).getMessage();
                command.getErr().println("myriarchd: " + message);
                return 1;
            }
            throw problem;
        });
        return commandLine;
    }

    /** Before anything is logged: the JDK looks once, when its own manager is initialized. */
    private static void installLogManager() {
        System.setProperty("java.util.logging.manager", StandingLogManager.class.getName());
    }

    /**
     * The scheduler of virtual threads has as many carrier threads as there are cores; with two of
     * them, two handlers that compute would stall every other connection. It is read once, before
     * the first virtual thread.
     */
    private static void raiseParallelism() {
        String property = "jdk.virtualThreadScheduler.parallelism";
        if (System.getProperty(property) == null) {
            int carriers = Math.max(8, 4 * Runtime.getRuntime().availableProcessors());
            System.setProperty(property, Integer.toString(carriers));
        }
    }
}
