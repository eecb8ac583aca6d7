package dev.myriarch.app;

import dev.myriarch.config.Config;
import dev.myriarch.config.ConfigException;
import dev.myriarch.config.ConfigLoader;
import dev.myriarch.config.Mode;
import dev.myriarch.config.Problem;
import dev.myriarch.config.SecretFile;
import dev.myriarch.yaml.CanonicalYaml;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks at settings without starting anything. */
@Command(
        name = "config",
        description = "Checks and shows the settings of serve.",
        mixinStandardHelpOptions = true,
        subcommands = {ConfigCommand.Validate.class, ConfigCommand.Print.class})
final class ConfigCommand {
    private ConfigCommand() {}

    private static ConfigLoader loader() {
        return new ConfigLoader(Mode.PRODUCTION, System.getenv());
    }

    /** The checks of a start, for a pipeline; exit code 1 when there is a problem. */
    @Command(
            name = "validate",
            description = "Makes the checks of serve and lists every problem.",
            mixinStandardHelpOptions = true)
    static final class Validate implements Callable<Integer> {
        @Option(
                names = "--config",
                paramLabel = "FILE",
                description = "Settings; MYRIARCH_ variables override them.")
        private @Nullable Path config;

        @Option(
                names = "--files",
                description = "Also reads the files that the settings name, such as secrets.")
        private boolean files;

        @Spec private @Nullable CommandSpec spec;

        @Override
        public Integer call() {
            try {
                check(Optional.ofNullable(config));
            } catch (ConfigException e) {
                Objects.requireNonNull(spec)
                        .commandLine()
                        .getErr()
                        .println("myriarchd: " + e.getMessage());
                return 1;
            }
            Objects.requireNonNull(spec)
                    .commandLine()
                    .getOut()
                    .println("the configuration is valid");
            return 0;
        }

        private void check(Optional<Path> file) {
            Config settings = file.map(loader()::load).orElseGet(loader()::load);
            Set<Problem> problems = new LinkedHashSet<>();
            collect(
                    problems,
                    () -> {
                        SupportedSettings.check(settings);
                        return true;
                    });
            if (files) {
                for (SecretFile each : loader().files(file)) {
                    collect(problems, each::read);
                }
                collect(problems, () -> BootstrapSecrets.admin(settings.auth().bootstrapAdmin()));
                collect(
                        problems,
                        () -> BootstrapSecrets.apiToken(settings.auth().bootstrapAdmin()));
                collect(
                        problems,
                        () -> BootstrapSecrets.downloadKey(settings.artifacts().agents()));
            }
            if (files || settings.database().dsnFile().isEmpty()) {
                collect(problems, () -> BootstrapSecrets.database(settings.database()));
            }
            if (!problems.isEmpty()) {
                throw new ConfigException(new ArrayList<>(problems));
            }
        }

        private static void collect(Set<Problem> problems, Supplier<?> check) {
            try {
                Object _ = check.get();
            } catch (ConfigException e) {
                problems.addAll(e.problems());
            }
        }
    }

    /** What counts in the end. */
    @Command(
            name = "print",
            description = "Prints every setting as it is in effect, with secrets hidden.",
            mixinStandardHelpOptions = true)
    static final class Print implements Callable<Integer> {
        @Option(
                names = "--config",
                paramLabel = "FILE",
                description = "Settings; MYRIARCH_ variables override them.")
        private @Nullable Path config;

        @Spec private @Nullable CommandSpec spec;

        @Override
        public Integer call() {
            Optional<Path> file = Optional.ofNullable(config);
            try {
                byte[] yaml = CanonicalYaml.write(loader().effective(file));
                Objects.requireNonNull(spec)
                        .commandLine()
                        .getOut()
                        .print(new String(yaml, StandardCharsets.UTF_8));
                Objects.requireNonNull(spec).commandLine().getOut().flush();
                return 0;
            } catch (ConfigException e) {
                throw ConfigFiles.wrong(file, e);
            }
        }
    }
}
