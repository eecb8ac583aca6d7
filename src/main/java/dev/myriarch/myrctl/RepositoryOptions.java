package dev.myriarch.myrctl;

import dev.myriarch.blueprint.ComponentSet;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which repository, and what its collectors contain. */
final class RepositoryOptions {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "DIR",
            description = "Folder with the GitOps objects (default: the current one).")
    private Path folder = Path.of("");

    @Option(
            names = "--components",
            paramLabel = "FILE",
            description =
                    "What the collectors contain, for samples that do not say so: the output of"
                            + " \"otelcol components\", or a map of kinds to lists of types.")
    private @Nullable Path components;

    Repository read(Surroundings surroundings) {
        return Repository.read(surroundings, folder, components(surroundings));
    }

    Optional<ComponentSet> components(Surroundings surroundings) {
        return Optional.ofNullable(components)
                .map(file -> ComponentFile.read(surroundings.resolve(file), file.toString()));
    }

    Path folder() {
        return folder;
    }
}
