package dev.myriarch.db;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Programs of the system, looked for in fixed folders and not along a changeable path. */
final class Commands {
    private static final List<Path> FOLDERS =
            List.of(Path.of("/usr/bin"), Path.of("/bin"), Path.of("/usr/sbin"), Path.of("/sbin"));

    private Commands() {}

    static Optional<Path> find(String name) {
        return FOLDERS.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
