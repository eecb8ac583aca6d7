package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.FuzzCorpus;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Messages of agents: framed or not, what is read and written again is read as the same. */
public class FramingFuzzTest {
    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(FramingFuzzTest.class, FramingFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    private static boolean accepts(byte[] input) {
        Framing.Decoded plain = Framing.readPlain(input);
        byte[] framed = new byte[input.length + 1];
        System.arraycopy(input, 0, framed, 1, input.length);
        assertThat(Framing.readFramed(framed)).isEqualTo(plain);
        check(plain);
        return check(Framing.readFramed(input));
    }

    private static boolean check(Framing.Decoded decoded) {
        return switch (decoded) {
            case Framing.Decoded.Message(var message) -> {
                assertThat(Framing.readPlain(message.toByteArray())).isEqualTo(decoded);
                yield true;
            }
            case Framing.Decoded.Malformed(String reason) -> {
                assertThat(reason).matches("[ -~]+");
                yield false;
            }
        };
    }
}
