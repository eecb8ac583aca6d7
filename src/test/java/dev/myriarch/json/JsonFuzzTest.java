package dev.myriarch.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.testing.FuzzCorpus;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** JSON bodies: what is read and written again, in either form, is read as the same. */
public class JsonFuzzTest {
    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(JsonFuzzTest.class, JsonFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    private static boolean accepts(byte[] input) {
        Value value;
        try {
            value = Json.read(input);
        } catch (JsonException refused) {
            assertThat(refused.line()).isPositive();
            assertThat(refused.column()).isPositive();
            return false;
        }
        String written = Json.write(value);
        assertThat(Json.read(written)).isEqualTo(value);
        // The sorted form does not tell 1.0 from 1, so only its second writing has one form.
        String sorted = Json.writeSorted(Json.read(Json.writeSorted(value)));
        assertThat(Json.writeSorted(Json.read(sorted))).isEqualTo(sorted);
        return true;
    }
}
