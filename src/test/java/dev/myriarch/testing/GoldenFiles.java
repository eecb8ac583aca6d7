package dev.myriarch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files below {@code src/test/resources/golden} that pin exact outputs. They are rewritten only
 * with {@code -Dgolden.update=true}, which is refused where CI=true.
 */
public final class GoldenFiles {
    private static final Path ROOT = Path.of("src", "test", "resources", "golden");

    private GoldenFiles() {}

    /**
     * Compares, or rewrites.
     *
     * @param name path below the root, with forward slashes
     */
    public static void check(String name, String actual) {
        checkFile(ROOT.resolve(name), actual);
    }

    /** The same for a file elsewhere, such as a page that is generated from the code. */
    public static void checkFile(Path file, String actual) {
        try {
            if (Boolean.getBoolean("golden.update")) {
                if ("true".equals(System.getenv("CI"))) {
                    throw new AssertionError("golden files are not rewritten in CI");
                }
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, actual, StandardCharsets.UTF_8);
            }
            assertThat(file)
                    .as("golden file; -Dgolden.update=true writes it")
                    .isRegularFile()
                    .hasContent(actual);
            assertThat(Files.readString(file)).as(file.toString()).isEqualTo(actual);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
