package dev.myriarch.app;

import java.io.PrintWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Everything on one machine, with a database of its own. */
@Command(
        name = "dev",
        description =
                "Runs everything on this machine with an embedded PostgreSQL. For development only.",
        mixinStandardHelpOptions = true)
final class DevCommand implements Callable<Integer> {
    private static final Logger LOG = System.getLogger(DevCommand.class.getName());

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "Address to listen on; port 0 takes any free one (default: 127.0.0.1:8080).")
    private @Nullable String listen;

    @Option(
            names = "--gitops",
            paramLabel = "DIR",
            description = "Folder with the GitOps objects (default: examples/quickstart).")
    private @Nullable Path gitops;

    @Option(names = "--default-gitops", paramLabel = "DIR", hidden = true)
    private Path defaultGitops = Path.of("examples/quickstart");

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "Folder that keeps the database and the credentials between starts.")
    private @Nullable Path state;

    @Option(
            names = "--ephemeral",
            description = "Keeps nothing: a fresh database that is deleted at the end.")
    private boolean ephemeral;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings; what the file does not name keeps the development defaults.")
    private @Nullable Path config;

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        DevOptions options =
                DevOptions.check(
                        new DevOptions.Given(
                                Optional.ofNullable(listen),
                                Optional.ofNullable(gitops),
                                Optional.ofNullable(state),
                                ephemeral,
                                Optional.ofNullable(config)),
                        defaultGitops);
        LogSetup.apply(options.config().telemetry());
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch stop = stopOnSignal(stopped);
        AtomicBoolean databaseEnded = new AtomicBoolean();
        Runnable onDatabaseEnd =
                () -> {
                    databaseEnded.set(true);
                    stop.countDown();
                };
        try {
            run(options, stop, onDatabaseEnd);
        } finally {
            stopped.countDown();
        }
        if (databaseEnded.get()) {
            throw new StartupException(
                    "the database ended by itself, so the server stopped: start it again");
        }
        return 0;
    }

    private void run(DevOptions options, CountDownLatch stop, Runnable onDatabaseEnd) {
        try (DevServer server = DevServer.start(options, InstantSource.system(), onDatabaseEnd)) {
            print(server);
            stop.await();
            LOG.log(Level.INFO, "stopping");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        LOG.log(Level.INFO, "stopped");
    }

    private void print(DevServer server) {
        PrintWriter out = java.util.Objects.requireNonNull(spec).commandLine().getOut();
        DevCredentials credentials = server.credentials();
        out.println("url: " + server.url());
        out.println("username: " + credentials.username());
        out.println("password: " + credentials.password().reveal());
        out.println("api token: " + credentials.apiToken().reveal());
        out.println("enrollment token: " + credentials.enrollmentToken().reveal());
        out.println("ready in " + millisSinceStart() + " ms");
        out.flush();
    }

    /** Since the JVM began; the process itself may be older, when a script turned into it. */
    private static long millisSinceStart() {
        return System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    }

    /**
     * SIGTERM and SIGINT run the shutdown hooks at once, while the main thread still waits: the
     * hook lets it go, waits for the stop in order, and ends the process with success instead of
     * the signal's number.
     */
    private static CountDownLatch stopOnSignal(CountDownLatch stopped) {
        CountDownLatch stop = new CountDownLatch(1);
        Thread hook =
                Thread.ofPlatform()
                        .name("stop")
                        .unstarted(() -> {
                            boolean running = stopped.getCount() > 0;
                            stop.countDown();
                            try {
                                stopped.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            if (running) {
                                Runtime.getRuntime().halt(0);
                            }
                        });
        Runtime.getRuntime().addShutdownHook(hook);
        return stop;
    }
}
