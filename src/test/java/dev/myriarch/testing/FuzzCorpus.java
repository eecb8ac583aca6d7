package dev.myriarch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Inputs from which a fuzzer starts, and which every build repeats. Those of {@code FooBarFuzzTest}
 * are in {@code src/test/resources/fuzz/foo-bar}: one file each, in a folder that says whether the
 * parser takes it. See "Fuzzing" in docs/develop/testing.md.
 */
public final class FuzzCorpus {
    private static final Path ROOT = Path.of("src/test/resources/fuzz");
    private static final String SUFFIX = "FuzzTest";

    private FuzzCorpus() {}

    /**
     * A test for each file.
     *
     * @param target takes an input or refuses it, and fails when it breaks a rule on the way
     */
    public static Stream<DynamicTest> replay(Class<?> test, Predicate<byte[]> target) {
        Path folder = ROOT.resolve(targetName(test));
        return Stream.concat(
                tests(folder.resolve("accepted"), target, true),
                tests(folder.resolve("refused"), target, false));
    }

    private static String targetName(Class<?> test) {
        String name = test.getSimpleName();
        return name.substring(0, name.length() - SUFFIX.length())
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    }

    private static Stream<DynamicTest> tests(
            Path folder, Predicate<byte[]> target, boolean accepted) {
        List<Path> files = files(folder);
        assertThat(files).as("files in %s", folder).isNotEmpty();
        return files.stream()
                .map(file ->
                        DynamicTest.dynamicTest(
                                folder.getFileName() + "/" + file.getFileName(),
                                () ->
                                        assertThat(target.test(Files.readAllBytes(file)))
                                                .as("%s is accepted", file)
                                                .isEqualTo(accepted)));
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
