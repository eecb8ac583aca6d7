package dev.myriarch.app;

import dev.myriarch.config.Config;
import dev.myriarch.config.ConfigException;
import dev.myriarch.config.ConfigLoader;
import dev.myriarch.config.GitopsConfig;
import dev.myriarch.config.Mode;
import dev.myriarch.config.Problem;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

/** Settings for a start, where everything that is wrong becomes one line. */
final class ConfigFiles {
    private static final String FOLDER = "dir:";

    private ConfigFiles() {}

    static Config load(Mode mode, Optional<Path> file) {
        ConfigLoader loader = new ConfigLoader(mode, System.getenv());
        try {
            return file.map(loader::load).orElseGet(loader::load);
        } catch (ConfigException e) {
            throw wrong(file, e);
        }
    }

    static StartupException wrong(Optional<Path> file, ConfigException e) {
        String problems =
                e.problems().stream().map(Problem::toString).collect(Collectors.joining("; "));
        return new StartupException(
                "the settings%s are wrong: %s"
                        .formatted(
                                file.map(path -> " in " + path).orElse(""),
                                TextLogFormatter.oneLine(problems)));
    }

    /** The folder that a source names. */
    static Path repository(GitopsConfig gitops) {
        String source = gitops.source();
        if (!source.startsWith(FOLDER)) {
            throw new StartupException(
                    "gitops.source %s is no folder: only dir:<path> is supported so far"
                            .formatted(
                                    source.isEmpty()
                                            ? "(empty)"
                                            : source.replaceAll("//[^/@]*@", "//***@")));
        }
        return Path.of(source.substring(FOLDER.length())).resolve(gitops.path());
    }
}
