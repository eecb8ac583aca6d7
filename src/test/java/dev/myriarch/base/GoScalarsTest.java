package dev.myriarch.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.Vectors;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class GoScalarsTest {
    @Test
    void agreesWithTheReferenceVectors() {
        Vectors.check(
                "scalars.jsonl",
                line -> {
                    String text = line.text("text");
                    OptionalLong integer =
                            line.optionalText("int").stream()
                                    .mapToLong(Long::parseLong)
                                    .findFirst();
                    OptionalDouble decimal =
                            line.optionalText("float").stream()
                                    .mapToDouble(Vectors::goHexFloat)
                                    .findFirst();
                    assertThat(GoScalars.atoi(text)).isEqualTo(integer);
                    assertThat(GoScalars.parseFloat(text)).isEqualTo(decimal);
                    assertThat(GoScalars.parseBool(text))
                            .isEqualTo(line.optionalText("bool").map(Boolean::parseBoolean));
                });
    }

    @Test
    void digitsOfOtherScriptsAreNoNumbers() {
        assertThat(GoScalars.atoi("٣")).isEmpty();
        assertThat(GoScalars.parseFloat("٣.٥")).isEmpty();
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        assertThat(GoScalars.atoi("9223372036854775808")).isEmpty();
        assertThat(GoScalars.atoi("-9223372036854775808")).hasValue(Long.MIN_VALUE);
        assertThat(GoScalars.parseFloat("1e309")).isEmpty();
        assertThat(GoScalars.parseFloat("0x1p1024")).isEmpty();
        assertThat(GoScalars.parseFloat("1e-400")).hasValue(0);
        assertThat(GoScalars.parseFloat("1e99999999999999999999")).isEmpty();
    }

    @Test
    void suffixesAndFormsOfJavaAreRefused() {
        for (String text : new String[] {"1f", "1d", "0x1", "1e", "1e+", " 1", "1 ", "+nan", "."}) {
            assertThat(GoScalars.parseFloat(text)).as(text).isEmpty();
        }
    }
}
