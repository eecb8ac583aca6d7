package dev.myriarch.app;

import dev.myriarch.config.Config;
import dev.myriarch.config.ConfigException;
import dev.myriarch.config.Mode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A replica in production. */
@Command(
        name = "serve",
        description = "Runs one replica on an external PostgreSQL.",
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings; MYRIARCH_ variables override them.")
    private @Nullable Path config;

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        Optional<Path> file = Optional.ofNullable(config);
        Config settings = ConfigFiles.load(Mode.PRODUCTION, file);
        LogSetup.apply(settings.telemetry());
        return StopSignal.run(_ -> {
            ProductionServer server = start(settings, file);
            print(server);
            return server;
        });
    }

    private static ProductionServer start(Config settings, Optional<Path> file) {
        try {
            return ProductionServer.start(settings, InstantSource.system());
        } catch (ConfigException e) {
            throw ConfigFiles.wrong(file, e);
        }
    }

    private void print(ProductionServer server) {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        out.println("listening on: " + server.address());
        server.metricsAddress().ifPresent(address -> out.println("metrics on: " + address));
        out.println("ready in " + StopSignal.millisSinceStart() + " ms");
        out.flush();
    }
}
