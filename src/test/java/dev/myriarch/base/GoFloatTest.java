package dev.myriarch.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.myriarch.testing.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GoFloatTest {
    @Test
    void everyFloatOfTheVectorsHasItsShortestForm() {
        List<JsonObject> floats = new ArrayList<>();
        for (String file : List.of("yaml-canonical.jsonl", "yaml-scalars.jsonl")) {
            Vectors.lines(file).forEach(line -> collect(line.json(), floats));
        }
        assertThat(floats).hasSizeGreaterThan(100);
        for (JsonObject coded : floats) {
            double number = Vectors.goHexFloat(coded.get("f").getAsString());
            assertThat(GoFloat.shortest(number)).isEqualTo(coded.get("d").getAsString());
        }
    }

    @Test
    void theSmallestNumbersNeedOneDigitOnly() {
        assertThat(GoFloat.shortest(Double.MIN_VALUE)).isEqualTo("5e-324");
        assertThat(GoFloat.shortest(2 * Double.MIN_VALUE)).isEqualTo("1e-323");
        assertThat(GoFloat.shortest(-Double.MIN_VALUE)).isEqualTo("-5e-324");
        assertThat(GoFloat.shortest(2e-323)).isEqualTo("2e-323");
    }

    @Test
    void jsonUsesTheExponentFormOnlyAtTheEnds() {
        assertThat(GoFloat.json(1e-6)).isEqualTo("0.000001");
        assertThat(GoFloat.json(1.5e-9)).isEqualTo("1.5e-9");
        assertThat(GoFloat.json(1e-10)).isEqualTo("1e-10");
        assertThat(GoFloat.json(123456789)).isEqualTo("123456789");
        assertThat(GoFloat.json(1e20)).isEqualTo("100000000000000000000");
        assertThat(GoFloat.json(-1e21)).isEqualTo("-1e+21");
        assertThat(GoFloat.json(-0.0)).isEqualTo("-0");
        assertThatThrownBy(() -> GoFloat.json(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NaN");
    }

    @Test
    void everyFormReadsBackToTheSameNumber() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            double number = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(number)) {
                assertThat(Double.parseDouble(GoFloat.shortest(number)))
                        .as("seed %d", seed)
                        .isEqualTo(number);
                assertThat(Double.parseDouble(GoFloat.json(number)))
                        .as("seed %d", seed)
                        .isEqualTo(number);
            }
        }
    }

    private static void collect(JsonElement element, List<JsonObject> floats) {
        if (element.isJsonArray()) {
            element.getAsJsonArray().forEach(child -> collect(child, floats));
        } else if (element.isJsonObject()) {
            JsonObject object = element.getAsJsonObject();
            if (object.has("f") && object.has("d")) {
                floats.add(object);
            }
            object.asMap().values().forEach(child -> collect(child, floats));
        }
    }
}
