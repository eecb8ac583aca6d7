package dev.myriarch.gen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The generator of the build, compiled for the test because the build runs it from source. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GeneratorTest {
    private static final Path PACKAGE = Path.of("dev/myriarch/gen");
    private static final Path GOLDEN = Path.of("src/test/resources/golden/gen");

    private URLClassLoader generator;

    @BeforeAll
    void compile(@TempDir Path classes) throws IOException {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-d",
                                classes.toString(),
                                "-cp",
                                System.getProperty("java.class.path", "")));
        try (DirectoryStream<Path> sources =
                Files.newDirectoryStream(Path.of("src/build/java"), "*.java")) {
            sources.forEach(source -> arguments.add(source.toString()));
        }
        int result =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(System.out, System.err, arguments.toArray(String[]::new));
        assertThat(result).isZero();
        generator = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        // Loaded while the directory is there.
        assertThat(load()).isNotNull();
    }

    @AfterAll
    void close() throws IOException {
        generator.close();
    }

    @Test
    void recordsHaveTheExpectedText(@TempDir Path output) throws Exception {
        generate(GOLDEN.resolve("openapi.yaml"), output);

        for (String name : List.of("SampleDto.java", "Operation.java")) {
            Path golden = GOLDEN.resolve(name + ".txt");
            String actual = Files.readString(output.resolve(PACKAGE).resolve(name));
            if (Boolean.getBoolean("golden.update") && System.getenv("CI") == null) {
                Files.writeString(golden, actual);
            }
            assertThat(actual).isEqualTo(Files.readString(golden));
        }
    }

    @Test
    void aSecondRunTouchesNothingAndRemovesWhatIsStale(@TempDir Path output) throws Exception {
        generate(GOLDEN.resolve("openapi.yaml"), output);
        Path record = output.resolve(PACKAGE).resolve("SampleDto.java");
        Path stale = output.resolve(PACKAGE).resolve("GoneDto.java");
        Files.writeString(stale, "class GoneDto {}");
        FileTime longAgo = FileTime.from(Instant.EPOCH);
        Files.setLastModifiedTime(record, longAgo);

        generate(GOLDEN.resolve("openapi.yaml"), output);

        assertThat(Files.getLastModifiedTime(record)).isEqualTo(longAgo);
        assertThat(stale).doesNotExist();
    }

    @Test
    void errorsNameThePlaceAndTheRemedy(@TempDir Path directory) throws Exception {
        String valid = Files.readString(GOLDEN.resolve("openapi.yaml"));

        refused(directory, valid.replace("x-permission: read", "summary: none"))
                .isEqualTo("GET /samples: has no x-permission; add it");
        refused(directory, valid.replace("format: uuid", "format: email"))
                .isEqualTo(
                        "schema Sample, property id: format email is unknown; use uuid, date-time"
                                + " or password");
        refused(directory, valid.replace("maxLength: 9", "pattern: a"))
                .isEqualTo(
                        "schema Sample, property name: the generator does not know pattern here;"
                                + " leave it out or teach it to TypeReader");
        refused(directory, valid.replace("schemas/Part\"", "schemas/Prat\""))
                .isEqualTo(
                        "schema Sample, property part: #/components/schemas/Prat is not there; add"
                                + " it to components.schemas");
        refused(directory, valid.replace("required: [id,", "required: [ids,"))
                .isEqualTo("schema Sample: requires ids, which is not among its properties");
        refused(directory, valid.replace("        shape:", "        class:"))
                .isEqualTo(
                        "schema Sample, property class: cannot be a record component in Java;"
                                + " choose another name");
    }

    private org.assertj.core.api.AbstractStringAssert<?> refused(Path directory, String yaml)
            throws Exception {
        Path document = directory.resolve("openapi.yaml");
        Files.writeString(document, yaml);
        Path output = directory.resolve("output");
        List<String> messages = new ArrayList<>();
        assertThatThrownBy(() -> generate(document, output))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .satisfies(cause -> messages.add(Objects.requireNonNull(cause.getMessage())));
        assertThat(output).doesNotExist();
        return assertThat(messages.getFirst());
    }

    private Class<?> load() {
        try {
            return generator.loadClass("Generate");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private void generate(Path document, Path output) throws Exception {
        load().getMethod("generate", Path.class, Path.class).invoke(null, document, output);
    }
}
