package dev.myriarch.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.myriarch.base.Value;
import dev.myriarch.testing.Vectors;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class YamlReaderTest {
    @Test
    void plainScalarsAgreeWithTheReferenceVectors() {
        Vectors.check(
                "yaml-scalars.jsonl",
                line -> {
                    String text = line.text("text");
                    if (line.has("error")) {
                        assertThatThrownBy(() -> read("k: " + text))
                                .isInstanceOf(YamlException.class);
                        return;
                    }
                    Value expected =
                            line.has("time") ? Value.of(text.strip()) : line.value("value");
                    assertThat(read("k: " + text).get("k").map(YamlNode::toValue))
                            .contains(expected);
                });
    }

    @Test
    void whatTheCanonicalFormHoldsReadsBack() {
        Vectors.check(
                Vectors.lines("yaml-canonical.jsonl").stream()
                        .filter(line -> !line.text("yaml").matches("(?s).*<<:.*"))
                        // The Go library reads its own -0 as an integer, too.
                        .filter(line -> !line.text("yaml").contains(" -0\n"))
                        .toList(),
                line ->
                        assertThat(CanonicalYaml.write(one(line.text("yaml")).toValue()))
                                .asString(StandardCharsets.UTF_8)
                                .isEqualTo(line.text("yaml")));
    }

    /**
     * What go.yaml.in/yaml/v3 v3.0.4 makes of U+0085, U+2028 and U+2029 in every place; the texts
     * of its nodes.
     */
    @Test
    void lineEndsOfYaml11AgreeWithTheReferenceVectors() {
        Vectors.check(
                "yaml-line-ends.jsonl",
                line -> {
                    String text = line.text("yaml");
                    if (line.has("error")) {
                        assertThatThrownBy(() -> documents(text)).isInstanceOf(YamlException.class);
                        return;
                    }
                    List<Value> expected =
                            line.json().getAsJsonArray("documents").asList().stream()
                                    .map(Vectors::decode)
                                    .toList();
                    assertThat(documents(text).stream().map(YamlReaderTest::texts))
                            .containsExactlyElementsOf(expected);
                });
    }

    private static Value texts(YamlNode node) {
        return switch (node) {
            case YamlNode.ScalarNode scalar -> Value.of(scalar.text());
            case YamlNode.SequenceNode list ->
                    new Value.Sequence(
                            list.elements().stream().map(YamlReaderTest::texts).toList());
            case YamlNode.MappingNode map -> {
                Map<String, Value> entries = new LinkedHashMap<>();
                map.entries().forEach(entry -> entries.put(entry.name(), texts(entry.value())));
                yield new Value.Mapping(entries);
            }
        };
    }

    @Test
    void textsWithEveryLineEndReadBackFromTheirCanonicalForm() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> parts =
                List.of(
                        "a", " ", "\n", "\r", "\u0085", "\u2028", "\u2029", "\t", "'", "\"", "#",
                        ":");
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append(parts.get(random.nextInt(parts.size())));
            }
            Value value =
                    new Value.Sequence(
                            List.of(
                                    Value.ofTexts(Map.of("k", text.toString(), "next", "b")),
                                    Value.of(text.toString())));
            byte[] written = CanonicalYaml.write(value);
            assertThat(YamlReader.read(written, YamlLimits.defaults()))
                    .as("seed %d: %s", seed, new String(written, StandardCharsets.UTF_8))
                    .extracting(YamlNode::toValue)
                    .containsExactly(value);
        }
    }

    @Test
    void aLineEndOfYaml11EndsAComment() {
        assertThat(read("# hidden\u2028a: 1\n").toValue()).isEqualTo(read("a: 1").toValue());
        refused("# one\u0085# two\u2029a: [\u2028", 4, 1, "expected the node content");
    }

    @Test
    void nodesKnowWhereTheyAre() {
        var root = read("# comment\na: 1\nb:\n  - x\n  - {c: é, d: [[ .y ]]}\n");
        assertThat(root.position()).isEqualTo(new Position(2, 1));
        var b = root.entry("b").orElseThrow();
        assertThat(b.key().position()).isEqualTo(new Position(3, 1));
        var list = (YamlNode.SequenceNode) b.value();
        assertThat(list.position()).isEqualTo(new Position(4, 3));
        assertThat(list.flow()).isFalse();
        var map = (YamlNode.MappingNode) list.elements().get(1);
        assertThat(map.flow()).isTrue();
        assertThat(map.get("d").orElseThrow().position()).isEqualTo(new Position(5, 15));
    }

    @Test
    void severalDocumentsAreRead() {
        assertThat(documents("a: 1\n---\nb: 2\n---\n# nothing\n...\n"))
                .extracting(YamlNode::toValue)
                .containsExactly(one("a: 1").toValue(), one("b: 2").toValue(), Value.ofNull());
        assertThat(documents("")).isEmpty();
        assertThat(documents("# only a comment\n")).isEmpty();
        assertThat(documents("---\n"))
                .extracting(YamlNode::toValue)
                .containsExactly(Value.ofNull());
    }

    @Test
    void byteOrderMarkAndForeignLineEndsAreAccepted() {
        assertThat(one("\uFEFFa: 1\r\nb: |\r\n  x\r\n  y\r\n").toValue())
                .isEqualTo(one("a: 1\nb: |\n  x\n  y\n").toValue());
    }

    @Test
    void lineSeparatorsAreEscapedInDoubleQuotes() {
        String escapes = "\"é\\L\\P\\N\\_" + "\\L".repeat(15) + "\"";
        assertThat(read("a: " + escapes + "\nb: c\\L").toValue())
                .isEqualTo(
                        Value.ofTexts(
                                Map.of(
                                        "a",
                                        "é\u2028\u2029\u0085\u00a0" + "\u2028".repeat(15),
                                        "b",
                                        "c\\L")));
        refused("a: \"\\q\"\n", 1, 6, "unknown escape character");
        refused("a: \"" + "\\L".repeat(1_000) + "\"", 1, 126, "unknown escape character");
    }

    @Test
    void aBlockAtTheEndOfTheFileNeedsNoFinalBreak() {
        assertThat(one("a: |\n  x").toValue()).isEqualTo(read("a: x").toValue());
        assertThat(one("a: |\n  x\n").toValue()).isEqualTo(read("a: \"x\\n\"").toValue());
        assertThat(one("a: |\n  x\n  ").toValue()).isEqualTo(read("a: \"x\\n\"").toValue());
        assertThat(one("a: >\r\n  x\r\n  y").toValue()).isEqualTo(read("a: x y").toValue());
    }

    @Test
    void bytesThatAreNotUtf8AreRefusedWithTheirPlace() {
        byte[] latin = "a: 1\nb: é\n".getBytes(StandardCharsets.ISO_8859_1);
        YamlException failure =
                catchThrowableOfType(
                        YamlException.class, () -> YamlReader.read(latin, YamlLimits.defaults()));
        assertThat(failure.located())
                .isEqualTo("line 2, column 4: byte 0xE9 is not UTF-8; save the file as UTF-8");
        assertThat(failure.code()).isEqualTo("yaml_syntax");
        byte[] utf16 = "a: 1".getBytes(StandardCharsets.UTF_16);
        assertThatThrownBy(() -> YamlReader.read(utf16, YamlLimits.defaults()))
                .hasMessageContaining("UTF-16");
    }

    @Test
    void syntaxErrorsSayWhere() {
        refused("a: 1\n\tb: 2\n", 2, 1, "a tab cannot be used for indentation; use spaces");
        refused("a: 1\nb: \u0007\n", 2, 4, "the character U+0007 is not allowed");
        refused("a: b: c\n", 1, 5, "mapping values are not allowed here");
        refused("a: [1, 2\nb: 3\n", 2, 2, "expected ',' or ']'");
        refused("a: \"x\n", 2, 1, "unexpected end of stream");
        refused("a: 1\n b: 2\n", 2, 3, "mapping values are not allowed here");
        refused("a: 1\nb: 2\na: 3\n", 3, 1, "the key \"a\" occurs twice, first in line 1");
        refused("1: a\n\"1\": b\n", 2, 1, "the key \"1\" occurs twice");
        refused("? [a]\n: b\n", 1, 3, "a key must be a text");
        refused("~: a\n", 1, 1, "a key must not be null");
        refused("a: *b\n", 1, 4, "the anchor \"b\" is not known");
        refused("a: &b [*b]\n", 1, 8, "the anchor \"b\" contains itself");
        refused("a: \"\\ud800\"\n", 1, 4, "surrogate");
        refused("%YAML 3.0\n---\na\n", 1, 1, "");
    }

    @Test
    void tagsMustFitTheirValue() {
        assertThat(read("a: !!str 1").toValue()).isEqualTo(read("a: '1'").toValue());
        assertThat(read("a: !!int '1'").toValue()).isEqualTo(read("a: 1").toValue());
        assertThat(read("a: !!float 1").get("a").map(YamlNode::toValue)).contains(Value.of(1.0));
        assertThat(read("a: !!binary aMOp").toValue()).isEqualTo(read("a: hé").toValue());
        assertThat(read("a: !custom 1").toValue()).isEqualTo(read("a: '1'").toValue());
        assertThat(read("a: ! 1").toValue()).isEqualTo(read("a: 1").toValue());
        refused("a: !!int x\n", 1, 4, "\"x\" is not of the type !!int");
        refused("a: !!bool yes\n", 1, 4, "\"yes\" is not of the type !!bool");
        refused("a: !!binary $\n", 1, 4, "not valid base64");
        refused("a: !!binary /w==\n", 1, 4, "no UTF-8 text");
    }

    @Test
    void mergeKeysAddWhatIsMissing() {
        String text =
                """
                base: &base {a: 1, b: 2}
                other: &other {b: 3, c: 4}
                one:
                  <<: *base
                  a: 9
                two:
                  d: 0
                  <<: [*other, *base]
                text:
                  "<<": x
                """;
        assertThat(read(text).get("one").orElseThrow().toValue())
                .isEqualTo(read("{a: 9, b: 2}").toValue());
        assertThat(read(text).get("two").orElseThrow().toValue())
                .isEqualTo(read("{d: 0, b: 3, c: 4, a: 1}").toValue());
        assertThat(read(text).get("text").map(YamlNode::toValue))
                .contains(Value.ofTexts(Map.of("<<", "x")));
        refused("a:\n  <<: 1\n", 2, 7, "needs a map or a list of maps");
        refused("a:\n  <<: {}\n  <<: {}\n", 3, 3, "occurs twice");
    }

    @Test
    void deepNestingIsAnErrorAndNoOverflow() {
        assertThat(one("[".repeat(100) + "]".repeat(100))).isInstanceOf(YamlNode.class);
        for (String opening : List.of("[", "{a: ", "- ", "? ", "[{a: ", "{? ", "!!str [")) {
            assertThatThrownBy(() -> one(opening.repeat(10_000)))
                    .as(opening)
                    .isInstanceOf(YamlException.class)
                    .hasMessageContaining("more than 100 levels");
        }
        StringBuilder blocks = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            blocks.append(" ".repeat(i)).append("a:\n");
        }
        assertThatThrownBy(() -> one(blocks.toString())).hasMessageContaining("more than 100");
    }

    @Test
    void aliasesCannotBlowUp() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 50; i++) {
            String alias = "*a" + (i - 1);
            laughs.append("a%d: &a%d [%s]\n".formatted(i, i, (alias + ", ").repeat(8) + alias));
        }
        assertThatThrownBy(() -> one(laughs.toString()))
                .isInstanceOf(YamlException.class)
                .hasMessageContaining("more than 500000 nodes");
        StringBuilder chain = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 200; i++) {
            chain.append("a%d: &a%d [*a%d]\n".formatted(i, i, i - 1));
        }
        assertThatThrownBy(() -> one(chain.toString()))
                .hasMessageContaining("more than 100 levels");
        StringBuilder merges = new StringBuilder("a0: &a0 {k: 1}\n");
        for (int i = 1; i < 50; i++) {
            merges.append("a%d: &a%d {<<: [*a%d, *a%d]}\n".formatted(i, i, i - 1, i - 1));
        }
        assertThatThrownBy(() -> one(merges.toString())).hasMessageContaining("500000 nodes");
    }

    @Test
    void theSizeOfTheFileIsBounded() {
        YamlLimits limits = YamlLimits.defaults().withMaximumBytes(10);
        assertThat(YamlReader.read("a: 1234567", limits)).hasSize(1);
        assertThatThrownBy(() -> YamlReader.read("a: 12345678", limits))
                .isInstanceOf(YamlException.class)
                .hasMessageContaining("larger than 10 bytes");
    }

    @Test
    void noiseGivesAYamlExceptionOrAValue() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String alphabet = "ab1:-?[]{},&*!|>'\"%@#\\ \n\t~<.\r0x\u0085\u2028é😀\uFEFF\u0000";
        int[] characters = alphabet.codePoints().toArray();
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(30); length > 0; length--) {
                text.appendCodePoint(characters[random.nextInt(characters.length)]);
            }
            try {
                for (YamlNode document : documents(text.toString())) {
                    assertThat(CanonicalYaml.write(document.toValue())).isNotEmpty();
                }
            } catch (YamlException expected) {
                assertThat(expected.line()).as("seed %d: %s", seed, text).isPositive();
                assertThat(expected.getMessage()).as("seed %d: %s", seed, text).isNotBlank();
            }
        }
    }

    private static void refused(String text, int line, int column, String reason) {
        assertThatThrownBy(() -> documents(text))
                .as(text)
                .isInstanceOfSatisfying(
                        YamlException.class,
                        e ->
                                assertThat(e.position())
                                        .as(e.located())
                                        .isEqualTo(new Position(line, column)))
                .hasMessageContaining(reason);
    }

    private static YamlNode.MappingNode read(String text) {
        return (YamlNode.MappingNode) one(text);
    }

    private static YamlNode one(String text) {
        List<YamlNode> documents = documents(text);
        assertThat(documents).hasSize(1);
        return documents.getFirst();
    }

    private static List<YamlNode> documents(String text) {
        return YamlReader.read(text, YamlLimits.defaults());
    }
}
