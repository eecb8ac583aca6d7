package dev.myriarch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class VectorsTest {
    private static final Path FILES = Path.of("src/test/resources/vectors");

    /** A file that no test reads would prove nothing. */
    @Test
    void everyFileIsReadByATest() throws IOException {
        List<String> names = list(FILES, "json");
        String tests;
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            tests =
                    files.filter(file -> file.toString().endsWith("Test.java"))
                            .map(VectorsTest::read)
                            .collect(Collectors.joining());
        }

        assertThat(names).hasSizeGreaterThanOrEqualTo(9);
        assertThat(names).allSatisfy(name -> assertThat(tests).contains('"' + name + '"'));
    }

    /** Where vectors.dir is set, files that are only there would not be used. */
    @Test
    void theFolderThatIsNamedHasNoOtherFiles() throws IOException {
        String directory = System.getProperty("vectors.dir", FILES.toString());

        assertThat(list(Path.of(directory), "json")).isSubsetOf(list(FILES, "json"));
    }

    private static List<String> list(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("." + ending) || name.endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
