package dev.myriarch.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoredTextTest {
    @Test
    void textThatPostgresCannotStoreIsReplaced() {
        assertThat(StoredText.of("a\u0000b")).isEqualTo("a\uFFFDb");
        assertThat(StoredText.of("\uD83D")).isEqualTo("\uFFFD");
        assertThat(StoredText.of("\uDE00\uD83D\uDE00")).isEqualTo("\uFFFD\uD83D\uDE00");
        assertThat(StoredText.of("plain 'text' ü")).isEqualTo("plain 'text' ü");
    }

    @Test
    void keysAndTextsOfAWholeTreeAreCleaned() {
        Value tree =
                new Value.Mapping(
                        Map.of(
                                "k\u0000",
                                new Value.Sequence(
                                        List.of(Value.of("\uD83D"), Value.of(Double.NaN)))));

        assertThat(Json.read(StoredText.json(tree)))
                .isEqualTo(
                        new Value.Mapping(
                                Map.of("k\uFFFD", Value.ofTexts(List.of("\uFFFD", "NaN")))));
    }

    @Test
    void onlyColumnsAreCut() {
        String text = "x".repeat(300);
        assertThat(StoredText.column(text)).isEqualTo("x".repeat(255));
        assertThat(StoredText.of(text)).isEqualTo(text);
    }
}
