package dev.myriarch.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.testing.FuzzCorpus;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** YAML from Git and agents: its canonical form is YAML with the same content. */
public class YamlFuzzTest {
    private static final YamlLimits LIMITS = new YamlLimits(10_000, 50, 2_000);

    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(YamlFuzzTest.class, YamlFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    private static boolean accepts(byte[] input) {
        List<YamlNode> documents;
        try {
            documents = YamlReader.read(input, LIMITS);
        } catch (YamlException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            assertThat(refused.line()).isPositive();
            assertThat(refused.column()).isPositive();
            return false;
        }
        for (YamlNode document : documents) {
            // The canonical form of 1e3 is 1000: a decimal may become an integer, but only once.
            Value value = again(document.toValue());
            assertThat(again(value)).isEqualTo(value);
        }
        return true;
    }

    private static Value again(Value value) {
        List<YamlNode> documents =
                YamlReader.read(CanonicalYaml.write(value), YamlLimits.defaults());
        assertThat(documents).hasSize(1);
        return documents.getFirst().toValue();
    }
}
