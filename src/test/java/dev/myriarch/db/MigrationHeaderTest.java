package dev.myriarch.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MigrationHeaderTest {
    private static final Path FOLDER = Path.of("src/main/resources/dev/myriarch/db/migrations");

    @Test
    void everyMigrationHasAValidHeader() {
        List<Migration> migrations = Migration.embedded();
        assertThat(migrations).isNotEmpty();
        for (Migration migration : migrations) {
            assertThat(MigrationHeader.of(migration)).isNotNull();
        }
    }

    @Test
    void indexNamesEveryFileOfTheFolder() throws IOException {
        List<String> expected =
                Migration.embedded().stream()
                        .flatMap(migration ->
                                Stream.of(
                                        migration.label() + ".down.sql",
                                        migration.label() + ".up.sql"))
                        .toList();
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .filteredOn(name -> !name.equals("index.txt"))
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "expand only. | unchanged",
                "expand only. A new table. | unchanged",
                "not compatible, drops a column | raised to 00003",
                "not compatible, drops a column | raised to 00005",
            })
    void validCombinationsPass(String update, String level) {
        assertThat(MigrationHeader.of(migration(update, level)).raisedTo().isPresent())
                .isEqualTo(level.startsWith("raised"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "expand only | unchanged",
                "expand only.x | unchanged",
                "expand only. | raised to 00005",
                "not compatible, drops a column | unchanged",
                "not compatible | raised to 00005",
                "not compatible, drops a column | raised to 00006",
                "not compatible, drops a column | raised to 00000",
                "not compatible, drops a column | raised to 5",
                "whatever | unchanged",
            })
    void otherCombinationsAreRefused(String update, String level) {
        Migration migration = migration(update, level);
        assertThatThrownBy(() -> MigrationHeader.of(migration))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("00005_sample");
    }

    @Test
    void missingAndRepeatedLinesAreRefused() {
        Migration missing = new Migration(5, "sample", "-- Rolling update: expand only.\n", "");
        assertThatThrownBy(() -> MigrationHeader.of(missing)).hasMessageContaining("needs one");
        String line = "-- Compatibility level: unchanged\n";
        Migration twice =
                new Migration(5, "sample", "-- Rolling update: expand only.\n" + line + line, "");
        assertThatThrownBy(() -> MigrationHeader.of(twice)).hasMessageContaining("needs one");
    }

    private static Migration migration(String update, String level) {
        return new Migration(
                5,
                "sample",
                "-- Sample.\n-- Rolling update: %s\n-- Compatibility level: %s\n\nSELECT 1;\n"
                        .formatted(update, level),
                "SELECT 1;");
    }
}
