package dev.myriarch.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.Value;
import dev.myriarch.testing.Vectors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CanonicalYamlTest {
    @Test
    void agreesWithTheReferenceVectors() {
        Vectors.check(
                "yaml-canonical.jsonl",
                line -> assertThat(write(line.value("value"))).isEqualTo(line.text("yaml")));
    }

    @Test
    void theOrderOfTheEntriesDoesNotMatter() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<String> keys = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                keys.add(randomKey(random));
            }
            String first = write(mapping(keys));
            Collections.shuffle(keys, random);
            assertThat(write(mapping(keys))).as("seed %d", seed).isEqualTo(first);
        }
    }

    @Test
    void numbersInsideKeysAreOrderedAsNumbers() {
        assertThat(
                        KeyOrder.sorted(
                                List.of("a10", "ab", "a2", "otlp/2", "a_b", "otlp", "a1b", "a1_")))
                .containsExactly("a_b", "a1b", "a1_", "a2", "a10", "ab", "otlp", "otlp/2");
    }

    @Test
    void halfOfASurrogatePairIsRefused() {
        assertThatThrownBy(() -> write(Value.of("a\uD83D")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("surrogate");
    }

    @Test
    void deepValuesAreRefusedWithoutOverflow() {
        Value value = Value.emptySequence();
        for (int i = 0; i < 900; i++) {
            value = new Value.Sequence(List.of(value));
        }
        assertThat(write(value)).startsWith("- - - ");
        for (int i = 0; i < 20_000; i++) {
            value = new Value.Sequence(List.of(value));
        }
        Value deep = value;
        assertThatThrownBy(() -> write(deep))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1000 levels");
    }

    private static String randomKey(Random random) {
        StringBuilder key = new StringBuilder();
        int length = random.nextInt(6);
        for (int i = 0; i < length; i++) {
            key.append("ab01290_/.٣éZ".charAt(random.nextInt(13)));
        }
        return key.toString();
    }

    private static Value mapping(List<String> keys) {
        Map<String, Value> entries = new LinkedHashMap<>();
        keys.forEach(key -> entries.put(key, Value.of(1)));
        return new Value.Mapping(entries);
    }

    private static String write(Value value) {
        return new String(CanonicalYaml.write(value), StandardCharsets.UTF_8);
    }
}
