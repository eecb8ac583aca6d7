package dev.myriarch.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.myriarch.base.Value;
import dev.myriarch.testing.Vectors;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void everyValueOfTheVectorsReadsBackAsItWasWritten() {
        Vectors.check(
                Vectors.lines("yaml-canonical.jsonl").stream()
                        .filter(line ->
                                !line.json().toString().matches(".*\"f\":\"([+-]Inf|NaN).*"))
                        .toList(),
                line -> {
                    Value value = line.value("value");
                    assertThat(Json.read(Json.write(value))).isEqualTo(value);
                });
    }

    @Test
    void integersKeepEveryDigit() {
        String digits = "123456789012345678901234567890";
        assertThat(Json.read(digits)).isEqualTo(new Value.Int(new BigInteger(digits)));
        assertThat(Json.read("-0")).isEqualTo(Value.of(0));
        assertThat(Json.read("9223372036854775807")).isEqualTo(Value.of(Long.MAX_VALUE));
        assertThat(Json.write(Json.read("[" + digits + "]"))).isEqualTo("[" + digits + "]");
    }

    @Test
    void decimalsStayDecimals() {
        for (double number : new double[] {1, -0.0, 1e6, 1e21, 1.5e300, 1e-9, 0.1, -2.5}) {
            String text = Json.write(Value.of(number));
            assertThat(Json.read(text)).isEqualTo(Value.of(number));
        }
        assertThat(Json.write(Value.of(1e6))).isEqualTo("1000000.0");
        assertThat(Json.write(Value.of(1e21))).isEqualTo("1000000000000000000000.0");
        assertThat(Json.write(Value.of(1.5e-9))).isEqualTo("1.5e-9");
    }

    @Test
    void keysAreSortedByTheirBytes() {
        Map<String, Value> entries = new LinkedHashMap<>();
        for (String key : List.of("b", "😀", "a", "\uFFFD", "B", "", "ab")) {
            entries.put(key, Value.of(1.0));
        }
        Value value = new Value.Mapping(entries);
        assertThat(Json.writeSorted(value))
                .isEqualTo("{\"\":1,\"B\":1,\"a\":1,\"ab\":1,\"b\":1,\"\uFFFD\":1,\"😀\":1}");
        assertThat(Json.write(value)).startsWith("{\"b\":1.0,\"😀\":1.0,");
    }

    @Test
    void textsAreEscapedAsGoDoes() {
        assertThat(Json.writeSorted(Value.of("\"\\\b\f\n\r\t\u0000\u001f\u007f<>&é\u2028😀")))
                .isEqualTo("\"\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\u007f<>&é\\u2028😀\"");
        assertThat(Json.write(Value.of("a\uD83D"))).isEqualTo("\"a\\ufffd\"");
        assertThat(Json.write(Value.of("\uDE00\uD83D😀b"))).isEqualTo("\"\\ufffd\\ufffd😀b\"");
    }

    @Test
    void numbersThatJsonCannotHoldAreRefused() {
        for (double number : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> Json.write(Value.of(number)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Json.writeSorted(Value.of(number)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void whatIsNoJsonIsRefused() {
        for (String text :
                List.of(
                        "",
                        " ",
                        "{",
                        "[1,",
                        "[1,]",
                        "{\"a\":1,}",
                        "{'a':1}",
                        "{a:1}",
                        "01",
                        "+1",
                        ".5",
                        "1.",
                        "NaN",
                        "nul",
                        "TRUE",
                        "1 2",
                        "[] x",
                        "// c\n1",
                        "\"a\nb\"",
                        "\"\\x\"",
                        "\"\\u12\"",
                        "\"\\ud800\"",
                        "{\"\\udc00\":1}",
                        "1e999",
                        "{\"a\" 1}",
                        "[1 2]",
                        "]",
                        "\"a",
                        "{\"a\"}",
                        "\u0000")) {
            assertThatThrownBy(() -> Json.read(text)).as(text).isInstanceOf(JsonException.class);
        }
    }

    @Test
    void theFailureSaysWhere() {
        JsonException failure =
                catchThrowableOfType(
                        JsonException.class, () -> Json.read("{\n  \"é\": 1,\n  \"é\": 2\n}"));
        assertThat(failure.line()).isEqualTo(3);
        assertThat(failure.column()).isEqualTo(6);
        assertThat(failure)
                .hasMessage("invalid JSON at line 3, column 6: the key \"é\" occurs twice");
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        assertThatThrownBy(() -> Json.read("\"é\"".getBytes(StandardCharsets.ISO_8859_1)))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("not UTF-8");
        assertThat(Json.read("\"é\"".getBytes(StandardCharsets.UTF_8))).isEqualTo(Value.of("é"));
    }

    @Test
    void everyLimitIsKept() {
        JsonLimits limits = new JsonLimits(100, 3, 5, 4);
        assertThat(Json.read("[[[1]]]", limits)).isInstanceOf(Value.Sequence.class);
        refused("[[[[1]]]]", limits, "more than 3 levels");
        refused("[1,2,3,4,5]", limits, "more than 5 values");
        refused("12345", limits, "more than 4 digits");
        refused("\"" + "a".repeat(100) + "\"", limits, "larger than 100 bytes");
        refused("[".repeat(100_000), JsonLimits.defaults(), "more than 100 levels");
        refused("{\"a\":".repeat(100_000), JsonLimits.defaults(), "more than 100 levels");
        refused("1".repeat(401), JsonLimits.defaults(), "more than 400 digits");
    }

    @Test
    void deepValuesAreNotWritten() {
        Value value = Value.emptySequence();
        for (int i = 0; i < 100_000; i++) {
            value = new Value.Sequence(List.of(value));
        }
        Value deep = value;
        assertThatThrownBy(() -> Json.write(deep))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1000 levels");
    }

    private static void refused(String text, JsonLimits limits, String reason) {
        assertThatThrownBy(() -> Json.read(text, limits))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining(reason);
    }
}
