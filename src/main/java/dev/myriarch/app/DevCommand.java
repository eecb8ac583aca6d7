package dev.myriarch.app;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
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
        return StopSignal.run(fail -> {
            Runnable databaseEnded =
                    () ->
                            fail.accept(
                                    "the database ended by itself, so the server stopped:"
                                            + " start it again");
            DevServer server = DevServer.start(options, InstantSource.system(), databaseEnded);
            print(server);
            return server;
        });
    }

    private void print(DevServer server) {
        PrintWriter out = java.util.Objects.requireNonNull(spec).commandLine().getOut();
        DevCredentials credentials = server.credentials();
        out.println("url: " + server.url());
        out.println("username: " + credentials.username());
        out.println("password: " + credentials.password().reveal());
        out.println("api token: " + credentials.apiToken().reveal());
        out.println("enrollment token: " + credentials.enrollmentToken().reveal());
        out.println("ready in " + StopSignal.millisSinceStart() + " ms");
        out.flush();
    }
}
