package dev.myriarch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Clients for Node that nobody here wrote, in the versions of src/test/node/package-lock.json. */
public final class NodePackages {
    private static final Path FOLDER = Path.of("src/test/node").toAbsolutePath();
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Pattern UNREACHABLE =
            Pattern.compile("ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH");

    private NodePackages() {}

    /** Installs them unless they are there; leaves the test out where their registry is not. */
    public static void install(Class<?> test) {
        if (installed()) {
            return;
        }
        try (ProcessUnderTest npm =
                ProcessUnderTest.start(
                        List.of("npm", "ci", "--no-audit", "--no-fund"), FOLDER, Map.of())) {
            int exit = npm.awaitExit(LIMIT);
            String errors = String.join("\n", npm.errors());
            Skip.unless(
                    exit == 0 || !UNREACHABLE.matcher(errors).find(),
                    test,
                    "the packages of src/test/node cannot be fetched, npm reaches no registry");
            assertThat(exit).as("npm ci: %s", errors).isZero();
        }
    }

    private static boolean installed() {
        Path wanted = FOLDER.resolve("package-lock.json");
        Path there = FOLDER.resolve("node_modules/.package-lock.json");
        try {
            return Files.exists(there)
                    && Files.getLastModifiedTime(there).compareTo(Files.getLastModifiedTime(wanted))
                            > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a script of the folder. */
    public static ProcessUnderTest run(String script, Map<String, String> environment) {
        return ProcessUnderTest.start(List.of("node", script), FOLDER, environment);
    }
}
