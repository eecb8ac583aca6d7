package dev.myriarch.yaml.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.Value;
import dev.myriarch.testing.GoldenFiles;
import dev.myriarch.testing.Vectors;
import dev.myriarch.yaml.YamlException;
import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Formatted files: the form, and that they say what they said before. */
final class YamlFormatterTest {
    private static final KeyOrder ORDER =
            (_, path) ->
                    path.contains("free") ? List.of() : List.of("kind", "name", "spec", "a", "b");

    @Test
    void oneFormWithCommentsAndInOrder() throws IOException {
        byte[] rough =
                Files.readAllBytes(Path.of("src/test/resources/golden/yaml/format/rough.yaml"));

        GoldenFiles.check("yaml/format/formatted.yaml", YamlFormatter.format(rough, ORDER));
    }

    @Test
    void whatAMachineWroteIsFormattedAlready() {
        Vectors.check(
                "yaml-canonical.jsonl",
                line -> {
                    String text = line.text("yaml");
                    // Question marks and U+2028 are refused; merge keys the reader refuses.
                    if (!text.contains("? ")
                            && !text.contains("<<")
                            && text.indexOf('\u2028') < 0) {
                        assertThat(format(text)).isEqualTo(text);
                    }
                });
    }

    @Test
    void otherLineEndsAreRefusedWithTheirPlace() {
        for (String end : List.of("\u0085", "\u2028", "\u2029")) {
            assertThatThrownBy(() -> format("a: 1\n# one" + end + "b: 2\n"))
                    .isInstanceOfSatisfying(
                            FormatException.class, e -> assertThat(e.line()).isEqualTo(2))
                    .hasMessageContaining("U+%04X ends a line", (int) end.charAt(0));
        }
        assertThat(format("a: \"\\u2028\\L\"\n")).isEqualTo("a: \"\\u2028\\L\"\n");
    }

    @Test
    void nothingIsLostAndTheSecondTimeChangesNothing() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int changed = 0;
        for (int round = 0; round < 500; round++) {
            String text = RandomYaml.file(random);
            String shown = "seed %d round %d:\n%s".formatted(seed, round, text);
            String formatted = formatted(text, shown);

            assertThat(values(formatted)).as(shown).isEqualTo(values(text));
            assertThat(RandomYaml.comments(formatted))
                    .as(shown)
                    .isEqualTo(RandomYaml.comments(text));
            assertThat(formatted(formatted, shown)).as(shown).isEqualTo(formatted);
            changed += formatted.equals(text) ? 0 : 1;
        }
        assertThat(changed).as("seed %d", seed).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# only a comment\n",
                "text\n",
                "- a\n- b\n",
                "a: &x {b: 1}\nc: *x\n",
                "%YAML 1.2\n---\na: 1\n...\n---\nb: 2\n",
                "a: |\n  b",
                "--- # first\na: 1\n",
                "a:\n  - - b\n    - c\n",
            })
    void formattedFilesStay(String text) {
        assertThat(format(text)).isEqualTo(text);
    }

    @Test
    void questionMarksBeforeKeysAreRefused() {
        assertThatThrownBy(() -> format("? a\n"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("question mark");
    }

    @Test
    void lineEndsMarksAndTheEndOfTheFileBecomeThoseOfUnix() {
        assertThat(format("\uFEFFa: 1\r\nb:\r\n- 2\r\n\r\n\r\n")).isEqualTo("a: 1\nb:\n  - 2\n");
        assertThat(format("a: 1")).isEqualTo("a: 1\n");
    }

    @Test
    void anAliasNeverComesBeforeItsAnchor() {
        String text = "spec: &x {b: 1}\nkind: *x\n";

        assertThat(YamlFormatter.format(text.getBytes(StandardCharsets.UTF_8), ORDER))
                .isEqualTo(text);
    }

    @Test
    void anchorOnALineOfItsOwnIsToldWithItsLine() {
        assertThatThrownBy(() -> format("a: 1\nb:\n  &x\n  c: 1\n"))
                .isInstanceOfSatisfying(
                        FormatException.class, e -> assertThat(e.line()).isEqualTo(3));
    }

    @Test
    void whatIsNoYamlIsRefused() {
        assertThatThrownBy(() -> format("a: [\n")).isInstanceOf(YamlException.class);
        assertThatThrownBy(() -> format("a: " + "[".repeat(10_000)))
                .isInstanceOf(YamlException.class);
    }

    private static String formatted(String text, String shown) {
        try {
            return YamlFormatter.format(text.getBytes(StandardCharsets.UTF_8), ORDER);
        } catch (YamlException | FormatException e) {
            throw new AssertionError(shown, e);
        }
    }

    private static String format(String text) {
        return YamlFormatter.format(text.getBytes(StandardCharsets.UTF_8), KeyOrder.AS_WRITTEN);
    }

    private static List<Value> values(String text) {
        return YamlReader.read(text, YamlLimits.defaults()).stream()
                .map(YamlNode::toValue)
                .toList();
    }
}
