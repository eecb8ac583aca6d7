package dev.myriarch.myrctl;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a command knows of the process it runs in, so that tests can run it in theirs.
 *
 * @param out results
 * @param err problems with the call, and remarks
 * @param folder relative paths begin here
 */
record Surroundings(
        PrintWriter out, PrintWriter err, Path folder, Map<String, String> environment) {
    Surroundings {
        environment = Map.copyOf(environment);
    }

    static Surroundings ofProcess() {
        return new Surroundings(
                writer(FileDescriptor.out),
                writer(FileDescriptor.err),
                Path.of("").toAbsolutePath(),
                System.getenv());
    }

    /** UTF-8 whatever the locale of the build host says: reports are read by machines. */
    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }

    /** A path as the user wrote it, from {@link #folder}. */
    Path resolve(Path path) {
        return folder.resolve(path);
    }

    /**
     * A folder as reports name it: from {@link #folder} with forward slashes, empty for itself,
     * absolute when it is elsewhere.
     */
    String shown(Path path) {
        Path absolute = resolve(path).toAbsolutePath().normalize();
        Path start = folder.toAbsolutePath().normalize();
        Path shown = absolute.startsWith(start) ? start.relativize(absolute) : absolute;
        return shown.toString().replace('\\', '/');
    }

    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }
}
